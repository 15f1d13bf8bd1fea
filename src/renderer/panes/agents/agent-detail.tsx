import { Copy, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import type { OpenedAgent } from '../../../shared/agent-calls.ts';
import { attempt } from '../../actions/attempt.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../transcript/markdown.tsx';
import { shownPath } from './agent-place.ts';
import { factsOf, SOURCE_WORDS } from './agent-words.ts';
import { ColourDot } from './colour-dot.tsx';
import { ProblemList } from './problem-list.tsx';

interface AgentDetailProps {
  readonly workspace: string;
  readonly root: string;
  readonly opened: OpenedAgent;
  onEdit(): void;
  onDuplicate(): void;
  onDelete(): void;
}

/** One agent in full: what it is for, what it may do, and what it is told. */
export function AgentDetail({ workspace, root, opened, onEdit, onDuplicate, onDelete }: AgentDetailProps) {
  const { agent, path, problems, locked, notice } = opened;
  const name = agent?.name ?? shownPath(path ?? '', root);
  return (
    <article className="agent-detail" aria-label={`Agent ${name}`}>
      <header className="agent-detail__head">
        <h2 className="agent-detail__name">
          <ColourDot color={agent?.color ?? null} />
          <span>{name}</span>
        </h2>
        <div className="agent-detail__actions">
          {path !== null && locked === null && (
            <Button size="small" onClick={onEdit}>
              <Pencil aria-hidden />
              Edit
            </Button>
          )}
          {agent && (
            <Button size="small" onClick={onDuplicate}>
              <Copy aria-hidden />
              Duplicate
            </Button>
          )}
          {path !== null && (
            <>
              <Button size="small" look="quiet" onClick={() => void attempt('agents.reveal', { workspace, path })}>
                <FolderOpen aria-hidden />
                Show the file
              </Button>
              <Button size="small" look="quiet" onClick={onDelete}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            </>
          )}
        </div>
        <p className="agent-detail__source">
          {agent ? `${SOURCE_WORDS[agent.source]}. ` : ''}
          {path === null ? locked : <code>{shownPath(path, root)}</code>}
        </p>
      </header>
      {path !== null && locked !== null && <p className="agent-note">{locked}</p>}
      {notice !== null && <p className="agent-note">{notice}</p>}
      <ProblemList problems={problems} />
      {agent ? (
        <>
          <p className="agent-detail__about">{agent.description}</p>
          <dl className="agent-facts">
            {factsOf(agent).map(([label, words]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <h3>Tools</h3>
          <ul className="agent-tools" aria-label="Tools">
            {agent.tools.map((tool) => (
              <li key={tool}>
                <code>{tool}</code>
              </li>
            ))}
          </ul>
          <h3>What it is told</h3>
          <div className="agent-body">
            <Markdown text={agent.body} />
          </div>
        </>
      ) : (
        <pre className="agent-source">{opened.text}</pre>
      )}
    </article>
  );
}
