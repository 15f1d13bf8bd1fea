import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { DraftProblem } from '../../../shared/agent-calls.ts';

interface ProblemListProps {
  readonly problems: readonly Pick<DraftProblem, 'line' | 'severity' | 'reason'>[];
  /** Goes to a line of the text, where there is a text to go to. */
  onLine?(line: number): void;
}

/** What is wrong with a file, each with its line and a next step. */
export function ProblemList({ problems, onLine }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="agent-problems" aria-label="Problems">
      {problems.map(({ line, severity, reason }) => (
        <li key={`${line} ${reason}`} data-severity={severity}>
          {severity === 'error' ? (
            <CircleAlert className="agent-problems__mark agent-problems__mark--error" aria-label="Error" />
          ) : (
            <TriangleAlert className="agent-problems__mark" aria-label="Warning" />
          )}
          {onLine ? (
            <button type="button" className="pane-link" onClick={() => onLine(line)}>
              Line {line}
            </button>
          ) : (
            <span>Line {line}</span>
          )}
          <span className="agent-problems__reason">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
