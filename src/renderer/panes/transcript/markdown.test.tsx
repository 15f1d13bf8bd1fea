import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);

const HOSTILE = `<script>window.broken = true</script>

<img src="https://example.org/track.png" onerror="window.broken = true">

![beacon](https://example.org/beacon.png) and [a link](javascript:alert(1)) and [another](https://example.org/)

\`\`\`html
<b onclick="x()">code</b>
\`\`\`
`;

test('nothing that a model writes is run, fetched or followed', () => {
  const { container } = render(<Markdown text={HOSTILE} />);
  expect(container.querySelectorAll('script, img, iframe, a, b, [onclick], [onerror]')).toHaveLength(0);
  expect(container.textContent).toContain('<script>window.broken = true</script>');
  expect(container.textContent).toContain('beacon (not loaded)');
  const titles = [...container.querySelectorAll('.pane-link')].map((link) => link.getAttribute('title'));
  expect(titles.join()).not.toContain('javascript:');
  expect(titles[1]).toContain('https://example.org/');
});

test('code keeps its text through the highlighter, and names its language', () => {
  const source = "const a = '<b>' + 1; // x";
  const { container } = render(<Markdown text={`\`\`\`ts\n${source}\n\`\`\``} />);
  expect(container.querySelector('pre')?.textContent?.trim()).toBe(source);
  expect(container.querySelector('.hljs-keyword')?.textContent).toBe('const');
  expect(container.querySelector('.code-block-head')?.textContent).toBe('ts');
});

test('tables and task lists of GitHub are drawn', () => {
  const { container } = render(<Markdown text={'| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done'} />);
  expect(container.querySelectorAll('td')).toHaveLength(2);
  expect(container.querySelector('input')?.disabled).toBe(true);
});

test.each([
  'A line of words, with commas (and brackets): nothing in it is a mark.',
  'Ends in blanks.   ',
  '1. one',
  '- one',
  'Title\n===',
  'a\nb',
  'see www.example.org/a',
  'a@example.org',
  'AT&amp;T &copy',
  'five * six * seven',
  '    code',
  '~~gone~~ [^1]',
])('%j looks the same with and without the short way for plain lines', (text) => {
  const short = render(<Markdown text={text} />).container.innerHTML;
  cleanup();
  // A text that holds a paragraph with a mark takes the long way, whatever else stands in it.
  const { container } = render(<Markdown text={`${text}\n\n\\*`} />);
  container.querySelector('.md')?.lastElementChild?.remove();
  expect(short.replaceAll('\n', '')).toBe(container.innerHTML.replaceAll('\n', ''));
});
