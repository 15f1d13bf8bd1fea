import { z } from 'zod';

const id = z.string().min(1).max(200);
const path = z.string().min(1).max(4_096);

/** Parameters of the calls about transcripts of other tools. Their files are only read. */
export const importRequests = {
  /** The platform's dialog for transcripts or for a folder of them; an empty list when it was closed without a choice. */
  'import.pick': z.object({ what: z.enum(['files', 'folder']) }),
  /** Looks into the folders that the tools use; what is found comes as `found` notifications until `ended`. */
  'import.find': z.object({ findId: id }),
  'import.findStop': z.object({ findId: id }),
  /** What a path is, by its content. */
  'import.look': z.object({ path }),
  /** Imports files and folders; progress and outcomes come as `import` notifications until `ended`. */
  'import.start': z.object({ importId: id, paths: z.array(path).min(1).max(10_000) }),
  'import.cancel': z.object({ importId: id }),
  /** Goes on with the transcript of an imported session while its tool still writes it, until `import.unfollow`. */
  'import.follow': z.object({ sessionId: id }),
  'import.unfollow': z.object({ sessionId: id }),
  /** Where the tools of an imported session's forks work: for sessions whose own folder is not on this computer. */
  'sessions.setWorkspace': z.object({ sessionId: id, path }),
} as const;

/** What stands behind a path: a bundle is a session of ours that was exported as one file. */
export type PathKind = 'repository' | 'folder' | 'transcripts' | 'session' | 'bundle' | 'unknown';

/** A transcript of another tool that lies where that tool keeps them. */
export interface FoundTranscript {
  /** The tool's name as a person knows it. */
  readonly tool: string;
  /** What is imported: a file, or a folder that holds several files of one conversation. */
  readonly path: string;
  /** The first words of a person, or the file's name. */
  readonly title: string;
  /** The folder that the tool worked in; null when the head of the file does not tell. */
  readonly workspace: string | null;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Main conversation and subagents with files of their own; null when it takes reading the file to know. */
  readonly branches: number | null;
}

/** One transcript that became a session. */
export interface ImportedSession {
  readonly sessionId: string;
  /** Absolute path of the file or folder it was read from. */
  readonly source: string;
  readonly title: string;
  /** `unchanged`: it was imported before, and the source is the same. `kept`: it was gone on with here, and is left alone. */
  readonly outcome: 'imported' | 'updated' | 'unchanged' | 'kept';
  /** Damaged spots of the source, and the first of them. Lines count from 1; 0 where the source has none. */
  readonly problems: number;
  readonly firstProblems: readonly { readonly line: number; readonly reason: string }[];
  readonly bytes: number;
}

export interface FindProgress {
  readonly findId: string;
  /** Found since the last word. */
  readonly found: readonly FoundTranscript[];
  /** Files looked at so far, and in all. */
  readonly done: number;
  readonly total: number;
  /** Null while it goes on. */
  readonly ended: 'complete' | 'cancelled' | 'failed' | null;
}

/** What an import is at, and what came of it since the last word. */
export interface ImportNews {
  readonly importId: string;
  /** Transcripts that are dealt with, and in all; `total` is 0 while they are still looked for. */
  readonly done: number;
  readonly total: number;
  /** The one that is being read; null between two. `share` is 0 to 1. */
  readonly current: {
    readonly path: string;
    readonly phase: 'finding' | 'reading' | 'writing';
    readonly share: number;
  } | null;
  readonly imported: readonly ImportedSession[];
  /** Paths that could not be imported, each with one plain sentence. */
  readonly faults: readonly { readonly path: string; readonly message: string }[];
  /** Null while it goes on. */
  readonly ended: 'complete' | 'cancelled' | null;
}

export interface ImportResponses {
  'import.pick': readonly string[];
  'import.find': null;
  'import.findStop': null;
  'import.look': { readonly kind: PathKind };
  'import.start': null;
  'import.cancel': null;
  'import.follow': null;
  'import.unfollow': null;
  'sessions.setWorkspace': null;
}

export interface ImportNotifications {
  found: FindProgress;
  import: ImportNews;
  /** The events of a session begin anew: a window that shows it opens it again. */
  'session-restarted': { readonly sessionId: string };
  /** A followed transcript cannot be read just now, in one plain sentence. It is looked at again when it changes. */
  'follow-fault': { readonly sessionId: string; readonly message: string };
}
