import './permissions.css';

type LineKind = 'added' | 'removed' | 'place' | 'plain';

/** What a tool would do, exactly: a command as it is, a unified diff with its lines coloured and signed. */
export function PermissionDetail({ detail }: { readonly detail: string }) {
  const diff = looksLikeDiff(detail);
  const lines = detail.replace(/\n$/, '').split('\n');
  return (
    <section
      className="permission-detail mono"
      data-diff={diff}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by the keyboard
      tabIndex={0}
      aria-label={diff ? 'The change it would make' : 'The command it would run'}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place, and never move
        <span key={index} data-line={diff ? lineKind(line) : 'plain'}>
          {line === '' ? ' ' : line}
          {'\n'}
        </span>
      ))}
    </section>
  );
}

export function looksLikeDiff(detail: string): boolean {
  return /^@@ /m.test(detail) || /^--- .*\n\+\+\+ /m.test(detail);
}

export function lineKind(line: string): LineKind {
  if (line.startsWith('@@') || line.startsWith('--- ') || line.startsWith('+++ ') || line.startsWith('diff '))
    return 'place';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'plain';
}
