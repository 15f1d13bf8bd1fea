import { Bot } from 'lucide-react';
import { showAgents } from '../../actions/show-agents.ts';
import { Button } from '../../ui/button.tsx';

/** Agents are files, not settings: this leads to them. */
export function AgentSettings() {
  return (
    <div className="form-stack">
      <p className="field__hint">
        Roles that the model starts as subagents, and skills: files of a project, or of your own.
      </p>
      <div>
        <Button onClick={showAgents}>
          <Bot aria-hidden />
          Agents and skills…
        </Button>
      </div>
    </div>
  );
}
