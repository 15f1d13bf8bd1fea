import { Plus, X } from 'lucide-react';
import { useStore } from 'zustand';
import { checkPattern } from '../../../core/redaction/own-patterns.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { exportStore, setPatterns } from './export-store.ts';

/** A person's own patterns; each is checked while it is written, and kept in the settings. */
export function OwnPatterns() {
  const { patterns, look } = useStore(exportStore);
  const found = look?.secrets.filter(({ kind }) => kind === 'own').reduce((total, { count }) => total + count, 0) ?? 0;
  const change = (index: number, text: string): void =>
    setPatterns(patterns.map((each, at) => (at === index ? text : each)));
  return (
    <fieldset className="export__patterns">
      <legend>Also take out</legend>
      {patterns.map((pattern, index) => {
        const check = checkPattern(pattern);
        const hint = check.ok || pattern === '' ? null : check.message;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pattern is known by its place while it is written
          <div key={index} className="export__pattern">
            <input
              type="text"
              className="input mono"
              aria-label={`Pattern ${index + 1}, a regular expression`}
              aria-invalid={hint !== null}
              placeholder="A regular expression, such as ACME-\d+"
              spellCheck={false}
              value={pattern}
              onChange={(event) => change(index, event.currentTarget.value)}
            />
            <IconButton
              size="small"
              name={`Remove pattern ${index + 1}`}
              onClick={() => setPatterns(patterns.filter((_, at) => at !== index))}
            >
              <X aria-hidden />
            </IconButton>
            {hint !== null && <p className="export__wrong">{hint}</p>}
          </div>
        );
      })}
      <div className="export__add">
        <Button size="small" look="quiet" onClick={() => setPatterns([...patterns, ''])}>
          <Plus aria-hidden /> Add a pattern
        </Button>
        {patterns.length > 0 && (
          <span className="export__note" aria-live="polite">
            {found === 0 ? 'They fit nothing so far.' : `They fit in ${found} ${found === 1 ? 'place' : 'places'}.`}
          </span>
        )}
      </div>
    </fieldset>
  );
}
