import { useId, useRef } from 'react';
import type { DraftProblem } from '../../../shared/agent-calls.ts';
import { ProblemList } from './problem-list.tsx';

interface AgentTextProps {
  readonly text: string;
  readonly problems: readonly DraftProblem[];
  onChange(text: string): void;
}

/** The whole file as text, with what is wrong in which line below it. */
export function AgentText({ text, problems, onChange }: AgentTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const goTo = (line: number): void => {
    const lines = text.split('\n');
    const from = lines.slice(0, line - 1).reduce((total, each) => total + each.length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  };
  const wrong = new Set(problems.filter(({ severity }) => severity === 'error').map(({ line }) => line));
  const lines = text.split('\n');
  return (
    <div className="agent-text">
      <ProblemList problems={problems} onLine={goTo} />
      <div className="agent-text__page">
        <ol className="agent-text__numbers figures" aria-hidden>
          {lines.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is what it is
            <li key={index} data-wrong={wrong.has(index + 1)}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          ref={area}
          id={id}
          className="agent-text__area"
          aria-label="The file as text"
          aria-invalid={wrong.size > 0}
          spellCheck={false}
          wrap="off"
          rows={lines.length + 1}
          data-autofocus
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
