const PROGRESS_EVERY_MS = 10_000;

/** Seconds since `start` (a `performance.now()` value), with one decimal. */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * Prints the set-up steps and how long each one took.
 *
 * A quiet report stays silent about steps that find everything in place, so that a command whose output is read by
 * programs says something only when there is work to do.
 *
 * @param {{ out?: NodeJS.WriteStream, quiet?: boolean }} options
 */
export function createReport({ out = process.stdout, quiet = false } = {}) {
  const line = (text) => out.write(`${text}\n`);

  /**
   * Runs one step. `work` gets `tell` (say what is being done, once work turns out to be needed) and `progress`
   * (a changing status, printed with the seconds so far), and may return a short text for the closing line.
   */
  async function step(title, work) {
    const start = performance.now();
    let told = false;
    let lastProgress = start;
    let onTerminalLine = false;
    const clear = () => {
      if (onTerminalLine) out.write('\r\u001b[K');
      onTerminalLine = false;
    };
    const tell = (text) => {
      clear();
      told = true;
      line(`• ${title}: ${text}`);
    };
    const progress = (status) => {
      const text = `${status}, ${((performance.now() - start) / 1000).toFixed(0)} s`;
      if (out.isTTY) {
        out.write(`\r\u001b[K  ${text}`);
        onTerminalLine = true;
      } else if (performance.now() - lastProgress >= PROGRESS_EVERY_MS) {
        lastProgress = performance.now();
        line(`  ${text}`);
      }
    };
    try {
      const result = await work({ tell, progress });
      clear();
      if (told || !quiet) line(`✓ ${title}${result ? `: ${result}` : ''} (${secondsSince(start)})`);
    } catch (error) {
      clear();
      line(`✗ ${title} (${secondsSince(start)})`);
      throw error;
    }
  }

  return { step, note: (text) => line(`• ${text}`), quiet };
}
