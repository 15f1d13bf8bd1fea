/** Elements that need plain keys for themselves. */
export const WRITES = 'input, textarea, select, [contenteditable="true"], .xterm';
