import type { HttpClient } from '@margay/kit';
import type { TokenAccess } from '@margay/oauth';
import type * as z from 'zod';
import type { ReplyReader } from '../replies/reply-reader.ts';

/** What a puller may use; it keeps nothing between two calls. */
export interface PullDeps {
  /**
   * The guarded client: it refuses addresses this installation may not speak to, and replies that are too large. Where the
   * puller has `access`, its requests carry the token.
   */
  http: HttpClient;
  /** Reads the records out of a reply; a puller parses nothing of a reply itself. */
  replies: ReplyReader;
  now: Date;
  signal: AbortSignal;
}

/** One page of records, as it goes into the event buffer. */
export interface PulledPage<Cursor = unknown> {
  /** JSON, one record on each line; empty where there is none. */
  body: Uint8Array;
  recordCount: number;
  /** Where the next page begins: JSON. */
  cursor: Cursor;
  /** There is a next page now; otherwise the source is asked again after its interval. */
  hasMore: boolean;
}

/** One way of asking another system for its logs. */
export interface Puller {
  kind: 'pull';
  /** Name of its folder. */
  id: string;
  /** Checked again whenever a source is opened. */
  settings: z.ZodType;
  /** Seconds between two runs. */
  intervalSeconds(settings: unknown): number;
  /** What a cursor belongs to: where this differs from before, pulling begins anew. */
  scopeOf(settings: unknown): string;
  /** The access token it needs with these settings; undefined where it needs none. */
  access(settings: unknown): TokenAccess | undefined;
  /**
   * Asks for one page. `cursor` is that of the page before, null at the first. Throws `MargayError`: `PullNeedsAttention`
   * for what a person has to mend, anything else is tried again, after `retryAfterSeconds` where that is set.
   */
  pull(settings: unknown, cursor: unknown, deps: PullDeps): Promise<PulledPage>;
}

/**
 * A puller whose functions see their own settings and cursor, with their types. Settings or a cursor that do not fit throw;
 * a cursor of an older version counts as none.
 */
export function definePuller<Settings extends z.ZodType, Cursor extends z.ZodType>(puller: {
  id: string;
  settings: Settings;
  cursor: Cursor;
  intervalSeconds(settings: z.output<Settings>): number;
  scopeOf(settings: z.output<Settings>): string;
  access?(settings: z.output<Settings>): TokenAccess | undefined;
  pull(
    settings: z.output<Settings>,
    cursor: z.output<Cursor> | null,
    deps: PullDeps,
  ): Promise<PulledPage<z.input<Cursor>>>;
}): Puller {
  const read = (settings: unknown) => puller.settings.parse(settings);
  return {
    kind: 'pull',
    id: puller.id,
    settings: puller.settings,
    intervalSeconds: (settings) => puller.intervalSeconds(read(settings)),
    scopeOf: (settings) => puller.scopeOf(read(settings)),
    access: (settings) => puller.access?.(read(settings)),
    pull(settings, cursor, deps) {
      const known = puller.cursor.safeParse(cursor);
      return puller.pull(read(settings), known.success ? known.data : null, deps);
    },
  };
}
