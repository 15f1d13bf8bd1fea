import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of its own, so that a fake service takes no time and no memory from what is measured. */
export interface Worker<Message> {
  readonly process: ChildProcess;
  /** The next message that fits; those before it are dropped. */
  next(fits?: (message: Message) => boolean): Promise<Message>;
  send(message: unknown): void;
  stop(): Promise<void>;
}

export function startWorker<Message>(...args: readonly string[]): Worker<Message> {
  const child = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), args, { stdio: ['ignore', 2, 2, 'ipc'] });
  const inbox: Message[] = [];
  let wake: () => void = () => {};
  child.on('message', (message) => {
    inbox.push(message as Message);
    wake();
  });
  child.on('exit', () => wake());
  return {
    process: child,
    async next(fits = () => true) {
      for (;;) {
        while (inbox.length > 0) {
          const message = inbox.shift();
          if (message !== undefined && fits(message)) return message;
        }
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The worker "${args.join(' ')}" ended.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    send: (message) => {
      child.send(message as object);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
