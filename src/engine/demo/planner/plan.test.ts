import { describe, expect, it } from 'vitest';
import { memoryTools } from '../testing/memory-tools.ts';
import { brief, Talk } from '../testing/talk.ts';

const FILES = () => ({
  'README.md': '# Boats\n\nKeeps a list of boats.\n',
  'package.json': '{"name":"boats","description":"A list of boats.","scripts":{"test":"node --test"}}',
  'src/boats.js':
    '/** Adds a boat to the list. */\nexport function addBoat(list, name) {\n  return [...list, name];\n}\n',
  'src/main.js': "import { addBoat } from './boats.js';\nconsole.log(addBoat([], 'Ida'));\n",
});

describe('a person’s own words, on any repository', () => {
  it('reads a file that is named without its folder or ending', () => {
    const { said, calls } = new Talk().say('Please read boats.js').run(memoryTools(FILES()));
    expect(brief(calls)).toEqual(['read_file boats.js', 'list_files .', 'read_file src/boats.js']);
    expect(said).toContain('`addBoat` (function): Adds a boat to the list.');
  });

  it('finds a definition and explains it, without saying it twice', () => {
    const { said, calls } = new Talk().say('find where addBoat is defined and explain it').run(memoryTools(FILES()));
    expect(brief(calls)).toEqual(['search addBoat', 'read_file src/boats.js']);
    expect(said).toMatch(
      /^`addBoat` is defined in `src\/boats\.js`, line 2 to 4\. Adds a boat to the list\. It takes `list, name`\./,
    );
    expect(said.match(/is defined in/g)).toHaveLength(1);
  });

  it('says what a project is', () => {
    const { said } = new Talk().say('What does this project do?').run(memoryTools(FILES()));
    expect(said).toContain('**boats**: A list of boats.');
    expect(said).toContain('- `src/boats.js`: Adds a boat to the list.');
    expect(said).toContain('4 files in all');
  });

  it('replaces, appends and writes', () => {
    const files = FILES();
    new Talk()
      .say(
        'replace "boats" with "ships" in README.md, then add the line "Ahoy!" to README and write notes/a.md with "Row."',
      )
      .run(memoryTools(files));
    expect(files['README.md']).toBe('# Boats\n\nKeeps a list of ships.\n\nAhoy!\n');
    expect((files as Record<string, string>)['notes/a.md']).toBe('Row.\n');
  });

  it('takes a fenced block as content, its verbs and commas included', () => {
    const files: Record<string, string> = FILES();
    new Talk().say('Create notes.md with:\n```md\n# Plan\n\nread it, then run away\n```').run(memoryTools(files));
    expect(files['notes.md']).toBe('# Plan\n\nread it, then run away\n');
  });

  it('adds a line of its own when nobody says which', () => {
    const files = FILES();
    const { said } = new Talk().say('add a line to README').run(memoryTools(files));
    expect(files['README.md']).toBe('# Boats\n\nKeeps a list of boats.\n\nThank you for reading about Boats.\n');
    expect(said).toContain('I added this at the end of `README.md`');
  });

  it('runs a command and quotes what it printed, also when it fails', () => {
    const run = memoryTools({}, (command) =>
      command === 'npm run build' ? { output: 'built\n' } : { error: 'no such thing\nexit code 127' },
    );
    expect(new Talk().say('run npm run build').run(run).said).toBe(
      '`npm run build` ran without a fault.\n\n```\nbuilt\n```',
    );
    expect(new Talk().say('Run `boo`.').run(run).said).toContain(
      '`boo` failed.\n\n```\nno such thing\nexit code 127\n```',
    );
  });

  it('runs a command as often as it is told to', () => {
    expect(brief(new Talk().say('run `a`, then run `a`').run(memoryTools({})).calls)).toEqual(['bash a', 'bash a']);
  });

  it('does numbered lines one after another', () => {
    const { calls } = new Talk()
      .say('1. read README.md\n2. run `true`\n3. search for `addBoat`')
      .run(memoryTools(FILES()));
    expect(brief(calls)).toEqual(['read_file README.md', 'bash true', 'search addBoat']);
  });

  it('says what it can do when it does not understand, and does the rest', () => {
    expect(new Talk().say('Compose a sonnet').run(memoryTools({})).said).toMatch(
      /^I did not understand "Compose a sonnet"\.\n\nI am the demo model/,
    );
    const { said, calls } = new Talk().say('Compose a sonnet. Then run `true`.').run(memoryTools({}));
    expect(brief(calls)).toEqual(['bash true']);
    expect(said).toContain('Say "help"');
  });

  it('tells plainly what is not there', () => {
    expect(new Talk().say('read nowhere.txt').run(memoryTools(FILES())).said).toMatch(
      /There is no file "nowhere\.txt" here/,
    );
    expect(new Talk().say('replace "x1" with "y" in README.md').run(memoryTools(FILES())).said).toMatch(
      /does not contain "x1", so nothing was replaced/,
    );
  });

  it('uses only tools that are declared', () => {
    const { said, calls } = new Talk(['read_file']).say('run `ls`').run(memoryTools({}));
    expect(calls).toEqual([]);
    expect(said).toContain('does not offer me the tool `bash`');
  });

  it('leaves the workspace block of the first message aside', () => {
    const talk = new Talk().say('run `true`', '<workspace date="2026-01-01">{"root":"/run/the/tests"}</workspace>');
    expect(brief(talk.run(memoryTools({})).calls)).toEqual(['bash true']);
  });

  it('finds its way in a list that shows one folder at a time, and in files with line numbers', () => {
    const folders: Record<string, string> = { '.': 'README.md\nsrc/', src: 'deep/\nmain.js', 'src/deep': 'boats.js' };
    const { calls, said } = new Talk().say('explain boats.js').run(({ name, args }) => {
      if (name === 'list_files') return { output: folders[String(args.path)] ?? '' };
      return args.path === 'src/deep/boats.js'
        ? { output: '1\t// Boats.\n2\texport const BOATS = [];\n' }
        : { error: 'not found' };
    });
    expect(brief(calls)).toEqual([
      'read_file boats.js',
      'list_files .',
      'list_files src',
      'list_files src/deep',
      'read_file src/deep/boats.js',
    ]);
    expect(said).toContain('`BOATS` (const): Boats.');
  });
});

describe('between the steps', () => {
  it('obeys steering at the next request and then goes on', () => {
    const tools = memoryTools(FILES());
    const talk = new Talk().say('read README.md, then run `one`, then run `two`');
    expect(brief(talk.next().calls)).toEqual(['read_file README.md']);
    talk.answer(tools, 'Also run `extra`.');
    expect(brief(talk.run(tools).calls)).toEqual(['bash extra', 'bash one', 'bash two']);
  });

  it('drops the rest for "instead"', () => {
    const talk = new Talk().say('run `one`, then run `two`');
    talk.next();
    talk.answer(memoryTools({}), 'Run `three` instead.');
    expect(brief(talk.run(memoryTools({})).calls)).toEqual(['bash three']);
  });

  it.each(['Stop and report.', 'This was your last step. Write your report now, without any tool.'])(
    'ends the turn on "%s"',
    (words) => {
      const talk = new Talk().say('run `one`, then run `two`');
      talk.next();
      const { said, calls } = talk.answer(memoryTools({}), words).next();
      expect(calls).toEqual([]);
      expect(said).toContain('I stop here. So far I have run `one`.');
    },
  );

  it('takes a message after an interrupt as a new instruction', () => {
    const talk = new Talk().say('run `one`, then run `two`');
    talk.next();
    talk.answer(() => ({ error: 'Interrupted before it finished.' }), 'run `other`');
    expect(brief(talk.run(memoryTools({})).calls)).toEqual(['bash other']);
  });

  it('goes on where it was cut off when it is told to', () => {
    const talk = new Talk().say('run `one`, then run `two`, then run `three`');
    talk.next();
    talk.answer(memoryTools({}));
    talk.next();
    talk.answer(() => ({ error: 'Interrupted before it finished.' }));
    talk.contents.push({ role: 'model', parts: [{ text: '[Interrupted before an answer.]' }] });
    expect(brief(talk.say('Please go on.').run(memoryTools({})).calls)).toEqual(['bash two', 'bash three']);
  });

  it('takes a no for a no', () => {
    const talk = new Talk().say('run `rm -rf /`');
    const { said, calls } = talk.run(() => ({
      error: 'The person did not allow this call. Do not send it again; choose another way.',
    }));
    expect(calls).toHaveLength(1);
    expect(said).toContain('was not allowed, so it did not run');
  });

  it('passes over steps that another model made', () => {
    const talk = new Talk().say('run `one`');
    talk.contents.push({
      role: 'model',
      parts: [{ functionCall: { id: 'x', name: 'bash', args: { command: 'whoami' } } }],
    });
    talk.answer(memoryTools({}));
    expect(brief(talk.run(memoryTools({})).calls)).toEqual(['bash one']);
  });

  it('knows in a second turn what it read in the first', () => {
    const talk = new Talk().say('read src/boats.js');
    talk.run(memoryTools(FILES()));
    const { calls, said } = talk.say('summarise what you have read').run(memoryTools(FILES()));
    expect(calls).toEqual([]);
    expect(said).toContain('addBoat');
  });
});
