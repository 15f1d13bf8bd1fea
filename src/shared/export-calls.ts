import { z } from 'zod';
import type { RedactedSecret } from '../core/redaction/redactor.ts';

const id = z.string().min(1).max(200);
const patterns = z.array(z.string().min(1).max(500)).max(50).default([]);
const keep = z.array(z.string().max(100)).max(10_000).default([]);

/** Parameters of the calls that write a session into one file. */
export const exportRequests = {
  /** What an export would take out. Nothing is written. */
  'export.look': z.object({ sessionId: id, patterns, keep }),
  /** Asks for a place, then writes; progress comes as `export` notifications. Null when no place was chosen. */
  'export.write': z.object({
    exportId: id,
    sessionId: id,
    format: z.enum(['html', 'md', 'jsonl', 'bundle']),
    redact: z.boolean().default(true),
    patterns,
    keep,
  }),
  'export.cancel': z.object({ exportId: id }),
  /** Shows a file that was exported in this run of the app in its folder. */
  'export.reveal': z.object({ file: z.string().min(1).max(4_096) }),
} as const;

export interface ExportLook {
  /** The first of what was found, and how many there are in all. */
  readonly secrets: readonly RedactedSecret[];
  readonly total: number;
}

export interface ExportWritten {
  readonly file: string;
  readonly bytes: number;
  readonly events: number;
  /** Places that were taken out; null when nothing was looked for. */
  readonly redacted: number | null;
  /** Forks whose changes could not go along, each with the reason as a sentence. */
  readonly problems: readonly string[];
}

export interface ExportNews {
  readonly exportId: string;
  readonly phase: 'reading' | 'redacting' | 'writing';
  /** 0 to 1. */
  readonly share: number;
}

export interface ExportResponses {
  'export.look': ExportLook;
  'export.write': ExportWritten | null;
  'export.cancel': null;
  'export.reveal': null;
}

export interface ExportNotifications {
  export: ExportNews;
}
