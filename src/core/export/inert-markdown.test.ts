import { describe, expect, it } from 'vitest';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, model, SESSION_CREATED, stored, user } from '../session/testing/event-maker.ts';
import { inertLine, inertMarkdown } from './inert-markdown.ts';
import { markdownOf } from './markdown.ts';

const LIVE = '<script>alert(1)</script> <img src=x onerror=alert(1)> <iframe src=//tides.dev></iframe>';

describe('inertMarkdown', () => {
  it.each([
    LIVE,
    'a ` b\n`<script>`',
    '\\`<script>`',
    '| ` | <script> | ` |\n|-|-|-|',
    '[x](https://tides.dev "`") `c` <script> `',
    '- a\n  ```\n<script>',
    '``<script>`',
    '```a`\n<script>',
    'a\r<script>\r```\r```\r<script>',
    '```\na\n```\n<script>',
    '~~~\na\n~~~ \n<script>',
  ])('leaves no HTML in %j', (text) => {
    expect(inertMarkdown(text)).not.toMatch(/<\w/);
  });

  it.each(['`a < b` and ``Map<`a`>``', '```html\n<b>\n```', '~~~\n```\n<b>\n~~~', '# A\n\n- b & c > d'])(
    'keeps %j',
    (text) => {
      expect(inertMarkdown(text)).toBe(text);
    },
  );

  it('closes a fence that is left open', () => {
    expect(inertMarkdown('````\n```\n<b>')).toBe('````\n```\n<b>\n````');
  });

  it('makes links of pictures, and text of links to elsewhere', () => {
    expect(inertMarkdown('!![a](https://tides.dev/a.png) [b](mailto:a@b.dev)')).toBe(
      '[a](https://tides.dev/a.png) [b](mailto:a@b.dev)',
    );
    for (const address of [
      'javascript:a()',
      ' JavaScript:a()',
      '&#106;avascript:a()',
      '\njavascript:a()',
      'data:text/html,a',
    ])
      expect(inertMarkdown(`[a](${address}) ![b][c]\n\n[c]: ${address}`)).toBe(
        `[a]\\(${address}) [b][c]\n\n[c]\\: ${address}`,
      );
  });

  it('leaves nothing of a line', () => {
    expect(inertLine('`<b>` ![a](data:a)')).toBe('&#96;&lt;b>&#96; [a]\\(data:a)');
  });
});

it('has nothing live in a whole document', () => {
  const bad = `${LIVE} ![p](https://tides.dev/p.png) [l](javascript:alert(1))`;
  const events = stored([
    {
      ...SESSION_CREATED,
      title: bad,
      model: bad,
      provider: bad,
      workspace: { root: `\`${bad}`, gitBranch: `\`${bad}`, head: 'a'.repeat(40) },
    },
    branchCreated('root', { title: bad }),
    { type: 'branch-status', branch: 'root', status: 'running', reason: bad },
    { type: 'message-added', branch: 'root', author: 'person', message: user('m1', `${bad}\n\n\`\`\`\n<b>`) },
    { type: 'message-added', branch: 'root', author: 'model', message: model('m2', `${bad}\n\n\`\`\`\n<i>\n\`\`\``) },
  ]);
  const manifest = {
    'forkscope-bundle': 1,
    sessionId: 's1',
    title: bad,
    exportedAt: 0,
    app: '1',
    events: 5,
    redacted: null,
  };
  const document = [...markdownOf(fold(EMPTY_SESSION, events), manifest)].join('');
  const shown = document.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '');
  expect(document).toContain('<i>');
  expect(shown.match(/<\/?\w+/g)).toBeNull();
  expect(shown).not.toMatch(/!\[|\]\(javascript/);
});
