import { Command as Menu } from 'cmdk';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { openMessageLink, parseMessageLink } from '../actions/message-link.ts';
import { openSession } from '../actions/session-actions.ts';
import type { Command } from '../commands/command.ts';
import { keysOf } from '../commands/key-bindings.ts';
import { isMac, keyName } from '../commands/keys.ts';
import { useOwnKeys } from '../commands/own-keys.ts';
import { currentContext, fittingCommands } from '../commands/run-command.ts';
import { sessionsStore } from '../stores/sessions-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { StateMark } from '../ui/state-mark.tsx';

const GROUPS = ['Branch', 'Permissions', 'Tree', 'Session', 'Window'] as const;

function CommandKey({ command }: { command: Command }) {
  const keys = keysOf(command, useOwnKeys());
  return keys === null ? null : <Kbd keys={keyName(keys, isMac())} />;
}

/** Everything that fits now, the branches, and the other sessions, by typing. */
export function Palette() {
  const { closeDialog, focusCard } = viewStore.getState();
  const [words, setWords] = useState('');
  const link = parseMessageLink(words);
  const context = currentContext();
  const commands = fittingCommands(context).filter(({ id }) => id !== 'app.palette' && !id.startsWith('tree.arrow'));
  const sessions = useStore(sessionsStore, (list) => list.items).filter((item) => item.sessionId !== context.sessionId);
  const pick = (run: () => void): void => {
    closeDialog();
    // After the dialog has given the focus back, so that a command can move it.
    requestAnimationFrame(run);
  };
  return (
    <Dialog title="Command palette" bare className="palette dialog--top" onClose={closeDialog}>
      <Menu label="Command palette" loop>
        <Menu.Input
          className="palette__input"
          placeholder="What do you want to do?"
          value={words}
          onValueChange={setWords}
          data-autofocus
        />
        <Menu.List className="palette__list">
          <Menu.Empty className="palette__empty">Nothing has that name. Try another word.</Menu.Empty>
          {link !== null && (
            <Menu.Item value={words} forceMount onSelect={() => pick(() => void openMessageLink(link))}>
              <Link2 aria-hidden />
              <span className="cut">Open this link to a message</span>
            </Menu.Item>
          )}
          {GROUPS.map((group) => {
            const inGroup = commands.filter((command) => command.group === group);
            if (inGroup.length === 0) return null;
            const heading = group === 'Branch' && context.branch ? titleOf(context.branch) : group;
            return (
              <Menu.Group key={group} heading={heading}>
                {inGroup.map((command) => (
                  <Menu.Item
                    key={command.id}
                    value={`${command.name} ${command.id}`}
                    onSelect={() => pick(() => command.run(currentContext()))}
                  >
                    <span className="cut">{command.name}</span>
                    <CommandKey command={command} />
                  </Menu.Item>
                ))}
              </Menu.Group>
            );
          })}
          {context.state.order.length > 1 && (
            <Menu.Group heading="Go to branch">
              {context.state.order.map((id) => {
                const branch = context.state.branches[id];
                if (!branch) return null;
                return (
                  <Menu.Item
                    key={id}
                    value={`go to ${titleOf(branch)} ${id}`}
                    onSelect={() => pick(() => focusCard(id))}
                  >
                    <StateMark status={branch.status} waitingFor={branch.waitingFor} />
                    <span className="cut">{titleOf(branch)}</span>
                  </Menu.Item>
                );
              })}
            </Menu.Group>
          )}
          {sessions.length > 0 && (
            <Menu.Group heading="Open session">
              {sessions.map((item) => (
                <Menu.Item
                  key={item.sessionId}
                  value={`open session ${item.title} ${item.sessionId}`}
                  onSelect={() => pick(() => void openSession(item.sessionId))}
                >
                  <span className="cut">{item.title}</span>
                </Menu.Item>
              ))}
            </Menu.Group>
          )}
        </Menu.List>
      </Menu>
    </Dialog>
  );
}
