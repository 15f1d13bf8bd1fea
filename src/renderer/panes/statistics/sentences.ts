import type { SessionStatistics, TimeFigures } from '../../../core/statistics/session-statistics.ts';
import { formatCost, formatShare, formatTokens, plural } from '../../ui/format.ts';
import { formatDuration } from '../shared/format.ts';

/** One sentence under each chart that says what it means, in the numbers of this session. */

export function timeSentence({ totals, isImported }: SessionStatistics): string {
  const { time } = totals;
  if (time === null) return 'The transcript states no times, so nobody can tell how long anything took.';
  const all = allOf(time);
  if (all === 0) return 'No time has passed yet.';
  const share = (ms: number) => formatShare(ms / all);
  const work = `All branches together took ${formatDuration(all)}: the model ${share(time.model)}, tools ${share(time.tools)}`;
  if (isImported || time.waiting === null || time.held === null)
    return `${work}. The transcript does not write down waits: they are in the rest, ${share(time.other)}.`;
  return `${work}, waiting for answers or forks ${share(time.waiting)}, held for the cache ${share(time.held)}.`;
}

export function allOf({ model, tools, waiting, held, other }: TimeFigures): number {
  return model + tools + (waiting ?? 0) + (held ?? 0) + other;
}

export function tokenSentence({ totals }: SessionStatistics): string {
  const { usage, cost, cacheShare, unknownUsage } = totals;
  if (usage === null) return 'The transcript states no tokens, so what it cost is unknown.';
  const output = usage.output + usage.thoughts;
  const counted = `${formatTokens(usage.input)} tokens went in, ${formatShare(cacheShare)} of them from the cache, and ${formatTokens(output)} came out`;
  const price =
    cost === null
      ? 'what they cost is unknown, as a price or a count is missing'
      : `together they cost ${formatCost(cost)}`;
  const gap =
    unknownUsage === 0
      ? ''
      : ` ${plural(unknownUsage, 'answer')} came without a count, so the true numbers are higher.`;
  return `${counted}; ${price}.${gap}`;
}

export function toolSentence({ tools }: SessionStatistics): string {
  if (tools.length === 0) return 'No tool was called.';
  const calls = tools.reduce((sum, tool) => sum + tool.calls, 0);
  const failed = tools.reduce((sum, tool) => sum + tool.failed, 0);
  const dearest = tools.filter(({ cost }) => cost !== null).sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0))[0];
  const ended = failed === 0 ? 'none of them failed' : `${failed} of them failed`;
  const most =
    dearest?.cost == null
      ? ''
      : ` The steps that asked for ${dearest.name} cost most, ${formatCost(dearest.cost)}; a step that asks for several calls counts in equal parts.`;
  return `${plural(calls, 'call')} of ${plural(tools.length, 'tool')}, ${ended}.${most}`;
}

/** A later request whose share falls below this lost what was cached before. */
const BROKEN_BELOW = 0.5;

export function cacheSentence({ cache }: SessionStatistics): string {
  if (cache.length === 0) return 'No request with known tokens yet, so there is no cache share to show.';
  const input = cache.reduce((sum, point) => sum + point.input, 0);
  const read = cache.reduce((sum, point) => sum + point.cacheRead, 0);
  const seen = new Set<string>();
  const broken = cache.filter(({ branch, share }) => {
    const isLater = seen.has(branch);
    seen.add(branch);
    return isLater && share < BROKEN_BELOW;
  });
  const lost =
    broken.length === 0
      ? 'After its first request, no branch fell below half.'
      : `${plural(broken.length, 'later request')} fell below half: there the cache had gone cold, or the prefix had changed.`;
  return `Over ${plural(cache.length, 'request')}, ${formatShare(input === 0 ? null : read / input)} of the input came from the cache. ${lost}`;
}

export function fileSentence({ files }: SessionStatistics): string {
  const [first] = files;
  if (!first) return 'No file was read with a tool that names it.';
  const again = files.filter(({ reads }) => reads > 1).length;
  return `${plural(files.length, 'file')} were read, ${again} of them more than once; most often ${first.path}, ${plural(first.reads, 'time')} by ${plural(first.branches, 'branch', 'branches')}.`.replace(
    /^1 file were/,
    '1 file was',
  );
}
