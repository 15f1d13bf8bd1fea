const cleanUps = new Set();

process.on('exit', () => {
  for (const cleanUp of cleanUps) cleanUp();
});

/**
 * Registers synchronous work for the end of the process, whichever way it ends short of SIGKILL.
 * @returns a function that does the work now and forgets it
 */
export function atExit(cleanUp) {
  cleanUps.add(cleanUp);
  return () => {
    if (cleanUps.delete(cleanUp)) cleanUp();
  };
}

const endings = new Set();

/** Registers asynchronous work for an orderly end of a command; a signal skips it. */
export function atEnd(work) {
  endings.add(work);
}

/** Does that work. */
export async function end() {
  for (const work of endings) await work();
  endings.clear();
}
