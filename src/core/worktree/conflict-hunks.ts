/** One place where both sides changed the same lines. Lines are without their newline. */
export interface ConflictHunk {
  /** Line of the first marker in the marked text, counted from 1. */
  readonly line: number;
  /** First line of each side in that side's own file, counted from 1. */
  readonly oursLine: number;
  readonly theirsLine: number;
  readonly ours: readonly string[];
  readonly base: readonly string[];
  readonly theirs: readonly string[];
}

/** What git writes after its markers: the names that were given to it for the two sides. */
export interface MarkerLabels {
  readonly ours: string;
  readonly theirs: string;
}

/** Reads the conflicts of a text that git merged with `merge.conflictStyle=diff3`. */
export function readConflictHunks(text: string, labels: MarkerLabels): ConflictHunk[] {
  const hunks: ConflictHunk[] = [];
  let ours: string[] = [];
  let base: string[] = [];
  let theirs: string[] = [];
  let side: string[] | null = null;
  let line = 0;
  let start = 0;
  let oursLine = 1;
  let theirsLine = 1;
  for (const content of text.split('\n')) {
    line += 1;
    if (side === null) {
      if (isMarker(content, '<', labels.ours)) {
        [ours, base, theirs, start] = [[], [], [], line];
        side = ours;
      } else {
        oursLine += 1;
        theirsLine += 1;
      }
    } else if (side === ours && isMarker(content, '|', null)) side = base;
    else if (side !== theirs && isMarker(content, '=', '')) side = theirs;
    else if (side === theirs && isMarker(content, '>', labels.theirs)) {
      hunks.push({ line: start, oursLine, theirsLine, ours, base, theirs });
      oursLine += ours.length;
      theirsLine += theirs.length;
      side = null;
    } else side.push(content);
  }
  return hunks;
}

/** Gives the markers names that a person understands. */
export function relabelMarkers(text: string, labels: MarkerLabels, names: MarkerLabels): string {
  let isInside = false;
  const lines = text.split('\n').map((content) => {
    if (!isInside && isMarker(content, '<', labels.ours)) {
      isInside = true;
      return `<<<<<<< ${names.ours}`;
    }
    if (!isInside) return content;
    if (isMarker(content, '|', null)) return '||||||| before both';
    if (!isMarker(content, '>', labels.theirs)) return content;
    isInside = false;
    return `>>>>>>> ${names.theirs}`;
  });
  return lines.join('\n');
}

/** git repeats the sign seven times, or as often as an attribute says, and may add ":path" to the label. */
function isMarker(line: string, sign: string, label: string | null): boolean {
  if (!line.startsWith(sign.repeat(7))) return false;
  const rest = line.replace(/\r$/, '').slice(line.lastIndexOf(sign.repeat(7)) + 7);
  if (label === null) return rest === '' || rest.startsWith(' ');
  if (label === '') return rest === '';
  return rest === ` ${label}` || rest.startsWith(` ${label}:`);
}
