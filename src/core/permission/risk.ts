import { commandRisks } from './command-risks.ts';
import { isOutside } from './outside-paths.ts';

/** Why a person may want to look twice: reaches out, removes, leaves the branch's folder, publishes, brings in code. */
export type Risk = 'network' | 'delete' | 'outside' | 'push' | 'install';

/** The gravest first: what cannot be taken back. */
export const RISKS = ['push', 'delete', 'outside', 'install', 'network'] as const satisfies readonly Risk[];

export interface RiskMark {
  readonly risk: Risk;
  /** The words that say so. */
  readonly because: string;
}

export interface RiskQuestion {
  readonly tool: string;
  readonly title: string;
  /** A command line, or a unified diff. */
  readonly detail: string;
  /** Absolute path of the folder the branch works in. */
  readonly root: string;
}

/**
 * The risks of what a tool asks for, each once, the gravest first. A hint for a person who decides: it reads words and
 * can be deceived by them, so nothing is ever allowed because this found nothing.
 */
export function risksOf({ tool, title, detail, root }: RiskQuestion): RiskMark[] {
  const found = tool === 'bash' || tool === 'setup' ? commandRisks(detail, root) : fileRisks(title, detail, root);
  return RISKS.flatMap((risk) => found.find((mark) => mark.risk === risk) ?? []);
}

/** Of a tool that writes files: where they lie, and whether any goes away. */
function fileRisks(title: string, detail: string, root: string): RiskMark[] {
  const targets = [...detail.matchAll(/^(?:---|\+\+\+) (?:[ab]\/)?(.+?)(?:\t.*)?$/gm)].map(([, path = '']) => path);
  const paths = [...title.split(' ').slice(1), ...targets].filter((path) => path !== '/dev/null');
  const outside = paths.find((path) => isOutside(path, root));
  const removed = /^--- (?:a\/)?(.+)\n\+\+\+ \/dev\/null/m.exec(detail)?.[1];
  return [
    ...(outside === undefined ? [] : [{ risk: 'outside', because: outside } as const]),
    ...(removed === undefined ? [] : [{ risk: 'delete', because: removed } as const]),
  ];
}
