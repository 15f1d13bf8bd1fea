import { useStore } from 'zustand';
import { pluralOf } from '../../../core/export/redaction-words.ts';
import type { RedactedSecret } from '../../../core/redaction/redactor.ts';
import { SECRET_KINDS, SECRET_WORDS } from '../../../core/redaction/secret-kinds.ts';
import { plural } from '../../ui/format.ts';
import { exportStore, setKept } from './export-store.ts';

/** What will be taken out, by kind, each with the place where it first stands and what will be written there. */
export function RedactionPreview() {
  const look = useStore(exportStore, (state) => state.look);
  if (look === null) return <p className="export__note">Looking through the session…</p>;
  if (look.total === 0)
    return <p className="export__note">No keys, passwords, addresses or home folders were found in this session.</p>;
  const groups = SECRET_KINDS.flatMap((kind) => {
    const secrets = look.secrets.filter((secret) => secret.kind === kind);
    return secrets.length === 0 ? [] : [{ kind, secrets }];
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys
    <section className="export__preview" aria-label="What will be taken out" tabIndex={0}>
      {groups.map(({ kind, secrets }) => (
        <section key={kind}>
          <h3>
            {secrets.length} {secrets.length === 1 ? SECRET_WORDS[kind] : pluralOf(kind)}
            <span className="figures">{plural(sum(secrets), 'place')}</span>
          </h3>
          <ul>
            {secrets.map((secret) => (
              <Found key={secret.id} secret={secret} />
            ))}
          </ul>
        </section>
      ))}
      {look.total > look.secrets.length && (
        <p className="export__note">and {look.total - look.secrets.length} more, which will be taken out as well</p>
      )}
    </section>
  );
}

function Found({ secret }: { readonly secret: RedactedSecret }) {
  const isKept = useStore(exportStore, ({ keep }) => keep.has(secret.id));
  return (
    <li className="export__found" data-kept={isKept}>
      <code title={isKept ? 'This will be written as it is' : `In the place of ${secret.secret}`}>
        {oneLine(secret.before).slice(-36)}
        <mark>{isKept ? oneLine(secret.secret) : secret.mark}</mark>
        {oneLine(secret.after).slice(0, 36)}
      </code>
      <label>
        <input
          type="checkbox"
          aria-label={`Keep this one: ${secret.mark} in the place of ${secret.secret.slice(0, 12)}…`}
          checked={isKept}
          onChange={(event) => setKept(secret.id, event.currentTarget.checked)}
        />
        Keep this one
      </label>
    </li>
  );
}

function sum(secrets: readonly RedactedSecret[]): number {
  return secrets.reduce((total, { count }) => total + count, 0);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
