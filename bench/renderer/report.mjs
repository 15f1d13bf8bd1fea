/** Median, 95th percentile and longest of frames in milliseconds, and how many took more than 50. */
export function framesOf(frames) {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, each) => sum + each, 0) / sorted.length,
    median: at(0.5),
    p95: at(0.95),
    longest: sorted.at(-1) ?? Number.NaN,
    over50: sorted.filter((each) => each > 50).length,
  };
}

/** One row per target: what was measured, against what, and whether it was met. */
export function rowsOf(result, { live, perSecond, seconds }) {
  const ms = (value) => `${value.toFixed(1)} ms`;
  const ratio = (ours, bare) => ours / bare;
  const still = (name, where, least) => {
    const [ours, bare] = [result[`tree${name}`][where], result[`plain${name}`][where]];
    return {
      what: `${name} branches, ${live} live at ${perSecond} Hz, ${where === 'stillAll' ? 'all in view' : 'at 100 %'}: median frame`,
      measured: `${ratio(ours.median, bare.median).toFixed(2)} x (${ms(ours.median)} / ${ms(bare.median)}; p95 ${ms(ours.p95)} / ${ms(bare.p95)})`,
      target: least === undefined ? 'none' : `${least} x`,
      met: least === undefined ? undefined : ratio(ours.median, bare.median) <= least,
    };
  };
  const longest = (name, where) => {
    const [ours, bare] = [result[`tree${name}`][where], result[`plain${name}`][where]];
    return {
      what: `${name} branches, ${where === 'stillAll' ? `all in view for ${seconds} s` : 'at 100 %'}: frames over 50 ms`,
      measured: `${ours.over50} of ${ours.count}, longest ${ms(ours.longest)} (bare page: ${bare.over50}, ${ms(bare.longest)})`,
      target: '0, or no more than the bare page had',
      met: ours.over50 <= bare.over50,
    };
  };
  const pan = (name, where, most) => {
    const [ours, bare] = [result[`tree${name}`][where], result[`plain${name}`][where]];
    return {
      what: `${name} branches, pan and zoom ${where === 'panZoomAll' ? 'with all in view' : 'at 100 %, live'}: mean frame`,
      measured: `${ratio(ours.mean, bare.mean).toFixed(2)} x (${ms(ours.mean)} / ${ms(bare.mean)}; median ${ms(ours.median)} / ${ms(bare.median)}, p95 ${ms(ours.p95)} / ${ms(bare.p95)})`,
      target: `${most} x`,
      met: ratio(ours.mean, bare.mean) <= most,
    };
  };
  const few = () => [
    still('300', 'stillAll', 1.3),
    longest('300', 'stillAll'),
    still('300', 'stillClose', 1.3),
    longest('300', 'stillClose'),
    ...renderRows(result.tree300.rendersAll, 'all in view', live, perSecond),
    ...renderRows(result.tree300.rendersClose, 'at 100 %', live, perSecond),
    pan('300', 'panZoomAll', 1.5),
    pan('300', 'panZoomClose', 1.5),
  ];
  const many = () => [pan('1500', 'panZoomAll', 1.5), pan('1500', 'panZoomClose', 1.5), still('1500', 'stillAll')];
  return [...(result.tree300 ? few() : []), ...(result.tree1500 ? many() : [])];
}

/** A tick may render the cards that changed, once, and no edge. */
function renderRows({ seconds, counts }, where, live, perSecond) {
  const entries = Object.entries(counts);
  const isLive = ([key]) => Number(/^card:b(\d+)$/.exec(key)?.[1] ?? Number.POSITIVE_INFINITY) <= live;
  const cards = entries.filter(isLive);
  const others = entries.filter(([key]) => key.startsWith('card:')).filter((entry) => !isLive(entry));
  const edges = entries.filter(([key]) => key.startsWith('edge:'));
  const most = Math.max(0, ...cards.map(([, count]) => count)) / seconds;
  return [
    {
      what: `renders a second of a live card, ${where}`,
      measured: `at most ${most.toFixed(1)} (${cards.length} live cards rendered)`,
      target: `${perSecond}`,
      met: most <= perSecond * 1.05,
    },
    {
      what: `renders of cards that did not change, ${where}`,
      measured: String(others.reduce((sum, [, count]) => sum + count, 0)),
      target: '0',
      met: others.length === 0,
    },
    {
      what: `renders of edges, ${where}`,
      measured: String(edges.reduce((sum, [, count]) => sum + count, 0)),
      target: '0',
      met: edges.length === 0,
    },
  ];
}
