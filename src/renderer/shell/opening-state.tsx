import { useOpenSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import './empty-state.css';

/** While a session is read, and when it could not be. */
export function OpeningState() {
  const { sessionId, phase, fault, open, close } = useOpenSession((each) => each);
  if (phase !== 'failed') {
    return (
      <div className="centre" role="status">
        <p className="centre__note">Opening the session…</p>
      </div>
    );
  }
  return (
    <div className="centre">
      <div className="centre__box">
        <h1 className="centre__title">This session could not be opened</h1>
        <FaultLine message={fault?.message ?? 'The host gave no reason. Try again.'} />
        <div className="centre__row">
          <Button look="primary" onClick={() => sessionId !== null && void open(sessionId)}>
            Try again
          </Button>
          <Button onClick={() => void close()}>Back to the start</Button>
          <Button look="quiet" onClick={() => viewStore.getState().openDialog({ kind: 'settings' })}>
            Where is it stored?
          </Button>
        </div>
      </div>
    </div>
  );
}
