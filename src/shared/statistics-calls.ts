import { z } from 'zod';

/** Parameters of the calls about statistics. */
export const statisticsRequests = {
  /** Asks where to save a table, and writes it there. */
  'statistics.save': z.object({
    /** Proposed as the file's name, without an ending. */
    name: z.string().min(1).max(120),
    csv: z.string().max(20_000_000),
  }),
} as const;

export interface StatisticsResponses {
  /** Where it was written; null when the dialog was closed without a choice. */
  'statistics.save': { readonly path: string | null };
}
