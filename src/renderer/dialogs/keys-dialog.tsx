import { COMMANDS } from '../commands/commands.ts';
import { isMac, keyName } from '../commands/keys.ts';
import { viewStore } from '../stores/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';

const GROUPS = ['Branch', 'Tree', 'Permissions', 'Session', 'Window'] as const;

export function KeysDialog() {
  return (
    <Dialog title="Keys" className="keys" onClose={viewStore.getState().closeDialog}>
      <div className="dialog__body keys__columns">
        {GROUPS.map((group) => (
          <section key={group} className="keys__group">
            <h3>{group}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group && command.keys !== undefined).map((command) => (
                <div key={command.id}>
                  <dt>{command.name}</dt>
                  <dd>
                    <Kbd keys={keyName(command.keys ?? '', isMac())} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
