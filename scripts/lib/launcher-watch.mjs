const LOOK_EVERY_MS = 100;

/**
 * Started by npm, this process takes the death of its launcher for a SIGINT to itself, so that neither an app nor a
 * virtual display outlives an npm that was killed.
 *
 * (The scripts of package.json begin with `exec` for a related reason: npm hands its signals to the shell that it
 * runs a script with. dash keeps SIGINT to itself until its command has ended, and dies of SIGTERM without passing it
 * on. With `exec` there is no shell in between any more.)
 */
export function watchLauncher() {
  const launcher = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === 'win32' || launcher === 1) return;
  const timer = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGINT');
  }, LOOK_EVERY_MS);
  timer.unref();
}
