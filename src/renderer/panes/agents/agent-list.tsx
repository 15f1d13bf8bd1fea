import { Ban, BookOpen, CircleAlert, Plus } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { AgentConfig } from '../../../core/subagent/agent-config.ts';
import type { AgentListing } from '../../../shared/agent-calls.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { type AgentPlace, groupAgents, placeKey, placeOf, shownPath } from './agent-place.ts';
import { tagsOf } from './agent-words.ts';
import { ColourDot } from './colour-dot.tsx';

interface AgentListProps {
  readonly listing: AgentListing;
  readonly place: AgentPlace | null;
  onPick(place: AgentPlace): void;
}

/** All agents and skills, by where they come from; what cannot be used stands first. */
export function AgentList({ listing, place, onPick }: AgentListProps) {
  const { project, own, builtIn, shadowed, bad } = groupAgents(listing);
  const current = placeKey(place);
  const item = (to: AgentPlace, mark: ReactNode, name: string, about: string, tags: readonly string[] = []) => (
    <Item key={placeKey(to)} isCurrent={placeKey(to) === current} onPick={() => onPick(to)}>
      {mark}
      <span className="agent-item__text">
        <span className="agent-item__name cut">{name}</span>
        <span className="agent-item__about">{about}</span>
        {tags.length > 0 && <span className="agent-item__tags cut">{tags.join(' · ')}</span>}
      </span>
    </Item>
  );
  const agentItem = (agent: AgentConfig) =>
    item(placeOf(agent), <ColourDot color={agent.color} />, agent.name, agent.description, [
      ...tagsOf(agent),
      ...warningsOf(agent.path, listing),
    ]);
  return (
    <nav className="agent-list" aria-label="Agents and skills" onKeyDown={walk}>
      <div className="agent-list__head">
        <h2>Agents</h2>
        <Button size="small" onClick={() => onPick({ kind: 'new', after: null })}>
          <Plus aria-hidden />
          New agent
        </Button>
      </div>
      <Group title="Cannot be used" show={bad.length > 0}>
        {bad.map(({ path, line, reason }) =>
          item(
            path.endsWith('SKILL.md') ? { kind: 'skill', path } : { kind: 'file', path, edits: true },
            <CircleAlert className="agent-item__bad" aria-label="Cannot be used" />,
            shownPath(path, listing.root),
            `Line ${line}: ${reason}`,
          ),
        )}
      </Group>
      <Group title="This project" show={project.length > 0}>
        {project.map(agentItem)}
      </Group>
      <Group title="Your own" show={own.length > 0}>
        {own.map(agentItem)}
      </Group>
      <Group title="Built in" show>
        {builtIn.map(agentItem)}
      </Group>
      <Group title="Hidden by one of the same name" show={shadowed.length > 0}>
        {shadowed.map(({ name, path, by }) =>
          item(
            path === null ? { kind: 'built-in', name } : { kind: 'file', path, edits: false },
            <Ban aria-label="Cannot be started" />,
            name,
            `${path === null ? 'The built-in one' : shownPath(path, listing.root)} cannot be started: ${shownPath(by, listing.root)} comes first.`,
          ),
        )}
      </Group>
      <Group title="Skills" show={listing.skills.length > 0}>
        {listing.skills.map(({ name, description, path }) =>
          item({ kind: 'skill', path }, <BookOpen aria-hidden />, name, description, [shownPath(path, listing.root)]),
        )}
      </Group>
    </nav>
  );
}

/** Files load with warnings too: what they ask for and do not get. */
function warningsOf(path: string | null, { problems }: AgentListing): string[] {
  const count = problems.filter((problem) => problem.path === path).length;
  return count === 0 ? [] : [plural(count, 'warning')];
}

function Group({ title, show, children }: { title: string; show: boolean; children: ReactNode }) {
  if (!show) return null;
  return (
    <section aria-label={title} className="agent-group">
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

interface ItemProps {
  readonly isCurrent: boolean;
  readonly children: ReactNode;
  onPick(): void;
}

function Item({ isCurrent, onPick, children }: ItemProps) {
  return (
    <li>
      <button type="button" className="agent-item" aria-current={isCurrent ? 'true' : undefined} onClick={onPick}>
        {children}
      </button>
    </li>
  );
}

/** Up and down lead from entry to entry. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('.agent-item')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  entries[Math.min(entries.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}
