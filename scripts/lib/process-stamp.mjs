import { readFileSync } from 'node:fs';

/** A process, told apart from a later one with the same id by its start time where the system gives one. */
export function processStamp(pid) {
  return `${pid} ${startTime(pid)}`;
}

/** Whether the process that wrote this stamp still runs. */
export function isAlive(stamp) {
  const [pid, started] = stamp.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    if (error.code !== 'EPERM') return false;
  }
  return started === startTime(Number(pid));
}

/** Field 22 of /proc/PID/stat (proc(5)): ticks since boot. The name in field 2 may hold blanks and brackets. */
function startTime(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '-';
  }
}
