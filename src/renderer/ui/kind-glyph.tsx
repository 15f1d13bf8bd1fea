import { GitFork, Sparkle, Waypoints } from 'lucide-react';
import type { BranchKind } from '../../core/session/events.ts';

const GLYPHS = { root: Waypoints, fork: GitFork, subagent: Sparkle } as const;
const NAMES: { readonly [K in BranchKind]: string } = { root: 'Root', fork: 'Fork', subagent: 'Subagent' };

export function KindGlyph({ kind }: { readonly kind: BranchKind }) {
  const Glyph = GLYPHS[kind];
  return <Glyph aria-hidden className="kind-glyph" />;
}

export function kindName(kind: BranchKind): string {
  return NAMES[kind];
}
