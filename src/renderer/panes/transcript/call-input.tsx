import { LongText } from './long-text.tsx';

/** What the model passed to a tool: a command as a command, an edit as before and after, anything else by name. */
export function CallInput({ foldKey, name, args }: { foldKey: string; name: string; args: unknown }) {
  if (typeof args !== 'object' || args === null) return null;
  const entries = Object.entries(args);
  const short = entries.filter(([, value]) => isShort(value));
  const long = entries.filter(([, value]) => !isShort(value));
  return (
    <>
      {short.length > 0 && !(name === 'bash' && short.length === 1 && short[0]?.[0] === 'command') ? (
        <dl className="call-arguments">
          {short.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {long.map(([key, value]) => (
        <LongText
          key={key}
          foldKey={`${foldKey}.${key}`}
          label={LABELS[key] ?? key}
          text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
          tone={key === 'old_text' ? 'removed' : key === 'new_text' ? 'added' : undefined}
        />
      ))}
    </>
  );
}

const LABELS: { readonly [argument: string]: string } = { old_text: 'before', new_text: 'after' };

const SHORT_CHARACTERS = 120;

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= SHORT_CHARACTERS && !value.includes('\n');
  return typeof value !== 'object' || value === null;
}
