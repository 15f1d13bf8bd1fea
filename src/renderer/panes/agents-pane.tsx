import { useSession } from '../stores/use-session.ts';
import { AgentsView } from './agents/agents-view.tsx';
import { PaneEmpty } from './shared/pane-empty.tsx';

export interface AgentsPaneProps {
  /** The root of the session, for the dock; agents belong to its workspace. */
  readonly branch: string;
}

/** The agents and skills of the open session's workspace. */
export function AgentsPane(_: AgentsPaneProps) {
  const workspace = useSession((state) => state.session?.workspace.root ?? null);
  if (workspace === null) return <PaneEmpty title="No session is open, so there is no project to look into." />;
  return <AgentsView key={workspace} workspace={workspace} />;
}
