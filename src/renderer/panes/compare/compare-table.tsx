import type { BranchState } from '../../../core/session/state.ts';
import { openPane } from '../../dock/open-pane.ts';
import { openAt } from '../../dock/pane-target.ts';
import { useNow } from '../../stores/use-now.ts';
import { titleOf } from '../../ui/branch-title.ts';
import { StateMark, stateWord } from '../../ui/state-mark.tsx';
import { factsOf, filesOf } from './facts.ts';

/** Files listed before the rest is only counted. */
const MOST_FILES = 40;

/** The head of the comparison: one column a branch, one line a fact; lines that differ stand out. */
export function CompareTable({ branches }: { branches: readonly BranchState[] }) {
  const now = useNow(branches.some(({ endedAt }) => endedAt === null));
  const files = filesOf(branches);
  const hasDirective = branches.some(({ directive }) => directive !== null);
  return (
    <table className="compare-table">
      <thead>
        <tr>
          <td />
          {branches.map((branch) => (
            <th key={branch.id} scope="col">
              <button type="button" className="compare-name" onClick={() => openPane('transcript', branch.id)}>
                <StateMark status={branch.status} waitingFor={branch.waitingFor} />
                <span className="cut">{titleOf(branch)}</span>
              </button>
              <span className="compare-state">{stateWord(branch.status, branch.waitingFor)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hasDirective ? (
          <tr className="compare-directives">
            <th scope="row">Directive</th>
            {branches.map(({ id, directive }) => (
              <td key={id}>{directive ?? 'none: it is the root'}</td>
            ))}
          </tr>
        ) : null}
        {factsOf(branches, now).map(({ name, values, differs, isNumber }) => (
          <tr key={name} className={differs ? 'is-different' : ''}>
            <th scope="row">{name}</th>
            {branches.map(({ id }, index) => (
              <td key={id} className={isNumber ? 'figures' : ''}>
                {values[index]}
              </td>
            ))}
          </tr>
        ))}
        {files.length > 0 ? (
          <tr className="compare-files">
            <th scope="row">Files</th>
            {branches.map(({ id }, index) => (
              <td key={id}>
                <ul>
                  {files
                    .filter(({ by }) => by[index])
                    .slice(0, MOST_FILES)
                    .map(({ path, isShared }) => (
                      <li key={path}>
                        <button
                          type="button"
                          className="compare-file cut"
                          onClick={() => openAt('diff', id, path)}
                          title={path}
                        >
                          {path}
                        </button>
                        {isShared ? <span className="compare-shared">also in another</span> : null}
                      </li>
                    ))}
                </ul>
              </td>
            ))}
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
