import { CircleHelp } from 'lucide-react';

/** Says what an agent is, where files are taken from, and when a change counts. */
export function Overview() {
  return (
    <div className="agents-overview">
      <CircleHelp className="agents-overview__mark" aria-hidden />
      <p>
        An agent is a role that the model starts as a subagent: a fresh context, its own instructions, only the tools
        you name. It is a Markdown file with a header.
      </p>
      <p>
        Files are taken from <code>.forkscope/agents</code>, <code>.claude/agents</code>, <code>.qwen/agents</code> and{' '}
        <code>.cline/agents</code> of the project, then from your own folder. Of two with the same name the first
        counts.
      </p>
      <PrefixNote />
    </div>
  );
}

/** A change is never retroactive, because what runs shares its prefix with the cache. */
export function PrefixNote() {
  return (
    <p>
      <strong>A change never touches a prefix that runs.</strong> An open session keeps its tools and its system text,
      and a subagent that has begun keeps the file as it was. The session hears of the change with your next message;
      agents that start after that use the file as it is then.
    </p>
  );
}
