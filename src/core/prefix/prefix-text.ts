import { grouped } from '../session/number-text.ts';
import type { PrefixRow } from './prefix-table.ts';

/** The table in words, a few lines a branch: what is shared, where it parts, what the cache gave and why not more. */
export function prefixText(rows: readonly PrefixRow[]): string {
  if (rows.length === 0) return 'No request was sent yet: there is nothing to compare.';
  return rows.map((row) => [`${row.branch}  ${row.title}`, ...linesOf(row)].join('\n')).join('\n\n');
}

function linesOf(row: PrefixRow): string[] {
  const { against, sharedBytes, againstBytes, requestBytes, siblings } = row;
  if (against === null || sharedBytes === null || againstBytes === null) {
    return [line('shares', `nothing to compare with: a first request of ${grouped(requestBytes)} bytes`)];
  }
  const percent = Math.floor((100 * sharedBytes) / Math.max(1, requestBytes));
  const amount = `${grouped(sharedBytes)} of ${grouped(againstBytes)} bytes of ${sourceOf(row)}`;
  return [
    line('shares', `${amount}, ${percent} % of its own ${grouped(requestBytes)}: ${partingOf(row)}`),
    ...(siblings
      ? [
          line(
            'siblings',
            `parts from ${siblings.against} at byte ${grouped(siblings.byte)}, ${siblings.insideDirective ? 'inside the directive' : siblings.path}`,
          ),
        ]
      : []),
    line('cached', cachedOf(row)),
    line('reason', row.cachedTokens.sentence),
    ...(row.coldAt === null ? [] : [line('cold', `from ${utcTime(row.coldAt)} on, unless something reads it`)]),
  ];
}

function sourceOf({ against, branch }: PrefixRow): string {
  if (against === null) return '';
  const whose = against.branch === branch ? 'its own' : `${against.branch ?? 'another branch'}\u2019s`;
  return `${whose} request ${against.requestId}`;
}

function partingOf({ firstDivergence }: PrefixRow): string {
  if (firstDivergence === null) return 'the whole of it';
  const { byte, path, cause } = firstDivergence;
  return `parts at byte ${grouped(byte)}, ${path}: ${cause}`;
}

function cachedOf({ cachedTokens: { expected, reported } }: PrefixRow): string {
  const given = reported === null ? 'not reported' : `${grouped(reported)} tokens reported`;
  const promised = expected === null ? 'none could be expected' : `about ${grouped(expected)} expected`;
  const missing = expected !== null && reported !== null && reported < expected ? expected - reported : 0;
  return missing > 0 ? `${given}, ${promised}: ${grouped(missing)} fewer` : `${given}, ${promised}`;
}

const NAME_WIDTH = 10;

function line(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${text}`;
}

/** The same everywhere, whatever the machine's zone. */
function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
