import { FolderOpen } from 'lucide-react';
import type { AgentListing } from '../../../shared/agent-calls.ts';
import { attempt } from '../../actions/attempt.ts';
import { Button } from '../../ui/button.tsx';
import { shownPath } from './agent-place.ts';
import { ProblemList } from './problem-list.tsx';

interface SkillDetailProps {
  readonly workspace: string;
  readonly listing: AgentListing;
  readonly path: string;
}

/** A skill is a folder that people edit with their own tools: what it is for, and where it is. */
export function SkillDetail({ workspace, listing, path }: SkillDetailProps) {
  const skill = listing.skills.find((each) => each.path === path);
  const name = skill?.name ?? shownPath(path, listing.root);
  return (
    <article className="agent-detail" aria-label={`Skill ${name}`}>
      <header className="agent-detail__head">
        <h2 className="agent-detail__name">{name}</h2>
        <div className="agent-detail__actions">
          <Button size="small" onClick={() => void attempt('agents.reveal', { workspace, path })}>
            <FolderOpen aria-hidden />
            Show the file
          </Button>
        </div>
        <p className="agent-detail__source">
          Skill. <code>{shownPath(path, listing.root)}</code>
        </p>
      </header>
      <ProblemList problems={listing.problems.filter((problem) => problem.path === path)} />
      {skill && <p className="agent-detail__about">{skill.description}</p>}
      <p className="agent-note">Agents with the tool use_skill load it by its name when its description fits.</p>
    </article>
  );
}
