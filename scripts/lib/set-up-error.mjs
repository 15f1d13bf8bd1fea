/**
 * An expected failure of the set-up. The message is one plain sentence with a next step and is printed as it is,
 * without a stack; `exitCode` becomes the exit code of the command.
 */
export class SetUpError extends Error {
  constructor(message, { exitCode = 1, details = '' } = {}) {
    super(message);
    this.name = 'SetUpError';
    this.exitCode = exitCode;
    /** Output of the tool that failed, printed above the message. */
    this.details = details;
  }
}
