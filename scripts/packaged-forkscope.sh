#!/bin/sh
# The command line of the packaged app: its own Electron, run as plain Node, without a window or a display.
here=$(dirname "$(readlink -f "$0")")

# exec: a signal for this process reaches the command line itself, and its exit code is ours.
ELECTRON_RUN_AS_NODE=1 exec "$here/forkscope-desktop" "$here/resources/app.asar/out/main/cli.js" "$@"
