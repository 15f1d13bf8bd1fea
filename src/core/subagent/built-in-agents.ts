import type { AgentConfig } from './agent-config.ts';
import type { SubagentToolName } from './tool-whitelist.ts';

const RESEARCH_TOOLS: readonly SubagentToolName[] = [
  'bash',
  'list_code_definitions',
  'list_files',
  'read_file',
  'search',
  'use_skill',
  'attempt_completion',
];
const ALL_TOOLS: readonly SubagentToolName[] = [
  'bash',
  'edit_file',
  'list_code_definitions',
  'list_files',
  'read_file',
  'search',
  'use_skill',
  'write_file',
  'attempt_completion',
];

const DEFAULTS = {
  model: null,
  provider: null,
  permissionMode: 'default',
  maxTurns: null,
  skills: null,
  isolation: null,
  background: false,
  effort: null,
  color: null,
  source: 'built-in',
  path: null,
} as const;

/** The agents that are there without any file. A file with the same name takes their place. */
export const BUILT_IN_AGENTS: readonly AgentConfig[] = Object.freeze([
  {
    ...DEFAULTS,
    name: 'explore',
    description: 'Finds out how something in the repository works, or where it is. Reads only.',
    tools: RESEARCH_TOOLS,
    role: 'research',
    isolation: 'none',
    body: [
      'Answer one question about this repository. Begin wide: the folders, then `list_code_definitions` and `search`, then',
      'the few files that decide the answer. Try other names when a search finds nothing. Report what is there, not what',
      'should be; quote no more than the lines that prove a point.',
    ].join('\n'),
  },
  {
    ...DEFAULTS,
    name: 'plan',
    description: 'Works out how a change should be made: which files, in which order, with which risks. Reads only.',
    tools: RESEARCH_TOOLS,
    role: 'research',
    permissionMode: 'plan',
    isolation: 'none',
    body: [
      'Make a plan for the change that you are asked about. Read the code that it touches and the tests that guard it; look',
      'for how this repository has solved the like before. Name every file to change and what changes in it, in an order in',
      'which each step can be verified. Say which decision is open and what you would choose, and why.',
    ].join('\n'),
  },
  {
    ...DEFAULTS,
    name: 'general',
    description: 'Does a task of its own from start to end, changes of files included.',
    tools: ALL_TOOLS,
    role: 'work',
    body: [
      'Do the task completely, and only it. Find out what you need first, then change, then verify. If it turns out to be',
      'impossible or to rest on a wrong assumption, stop and say so instead of doing something near it.',
    ].join('\n'),
  },
  {
    ...DEFAULTS,
    name: 'verify',
    description: 'Checks by running and reading whether a claim or a change holds. Changes no files.',
    tools: RESEARCH_TOOLS,
    role: 'research',
    body: [
      'Check whether what you are told is true, as one who would rather find it wrong. Run the tests, the build and the',
      'program itself where you can, with inputs that nobody mentioned; that is what you were asked for. Read the change',
      'line by line. For each claim say: holds, does not hold, or could not be checked, with the command and its output that',
      'show it. Do not repair what you find.',
    ].join('\n'),
  },
] satisfies AgentConfig[]);
