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
