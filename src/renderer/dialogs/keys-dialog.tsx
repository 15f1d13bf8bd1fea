import { COMMANDS } from '../commands/commands.ts';
import { keysOf } from '../commands/key-bindings.ts';
import { isMac, keyName } from '../commands/keys.ts';
import { useOwnKeys } from '../commands/own-keys.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';

const GROUPS = ['Branch', 'Tree', 'Replay', 'Permissions', 'Session', 'Window'] as const;

export function KeysDialog() {
  const own = useOwnKeys();
  const { openDialog } = viewStore.getState();
  return (
    <Dialog title="Keys" className="keys" onClose={viewStore.getState().closeDialog}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <div className="dialog__body keys__columns" tabIndex={0}>
        {GROUPS.map((group) => (
          <section key={group} className="keys__group">
            <h3>{group}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group && keysOf(command, own) !== null).map((command) => (
                <div key={command.id}>
                  <dt>{command.name}</dt>
                  <dd>
                    <Kbd keys={keyName(keysOf(command, own) ?? '', isMac())} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="dialog__foot">
        <Button onClick={() => openDialog({ kind: 'settings', section: 'Keys' })}>Change keys</Button>
      </div>
    </Dialog>
  );
}
