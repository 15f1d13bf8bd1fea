import { type FunctionComponent, lazy } from 'react';
import type { PaneKind } from './pane-kinds.ts';

export interface PaneProps {
  readonly branch: string;
}

type PaneModule = Record<string, FunctionComponent<PaneProps>>;
const files = import.meta.glob<PaneModule>('../panes/*-pane.tsx');

function Missing() {
  return <p className="pane__note">This pane is not there yet.</p>;
}

function pane(file: string, name: string) {
  return lazy(async () => {
    const module = await files[`../panes/${file}.tsx`]?.();
    return { default: module?.[name] ?? Missing };
  });
}

/** Each pane is loaded when it is first opened: the tree is on screen before any of them is read. */
export const PANES: { readonly [K in PaneKind]: FunctionComponent<PaneProps> } = {
  transcript: pane('transcript-pane', 'TranscriptPane'),
  terminal: pane('terminal-pane', 'TerminalPane'),
  diff: pane('diff-pane', 'DiffPane'),
  prefix: pane('prefix-pane', 'PrefixPane'),
  requests: pane('requests-pane', 'RequestsPane'),
};
