import { countOf, MargayError } from '@margay/kit';
import { tableReference, type Lake } from '@margay/lake';
import { tableNameOf } from '@margay/model';
import * as z from 'zod';
import { dayMs, endOfRetention } from './jobs.ts';

/** What retention keeps of a source, and what it removes next. Days and moments are UTC. */
export interface SourceRetention {
  /** How long an event stays, counted from the day it arrives. */
  days: number;
  events: number;
  oldestArrivalAt: Date | null;
  /** Events that go within the next seven days. */
  endingSoon: number;
  /** Events that were older than the retention already when they arrived. */
  backfilled: number;
  /** When the last of those go. */
  backfilledUntil: Date | null;
  /** The same in sentences. */
  sentences: string[];
}

/** What of a log source is asked for. */
export interface RetainedSource {
  id: string;
  logTypes: readonly string[];
}

export interface SourceRetentionService {
  /** Undefined when the lake could not count in time. */
  of(source: RetainedSource): Promise<SourceRetention | undefined>;
}

const soonDays = 7;
const keptMs = 60_000;
const longestMs = 15_000;
const Counts = z.tuple([
  z.coerce.number(),
  z.string().nullable(),
  z.coerce.number(),
  z.coerce.number(),
  z.string().nullable(),
]);
type Counts = Omit<SourceRetention, 'days' | 'sentences'>;

/** Counts the rows of a source by their arrival; kept for a minute, since the page asks again and again. */
export function createSourceRetention(deps: {
  lake: Pick<Lake, 'query' | 'layout'>;
  retentionDays: () => Promise<number>;
  clock: () => Date;
}): SourceRetentionService {
  const { lake, clock } = deps;
  const kept = new Map<string, { at: number; days: number; counts: Promise<Counts | undefined> }>();

  async function count(source: RetainedSource, days: number): Promise<Counts> {
    const tables = source.logTypes.flatMap(
      (logType) => lake.layout('panther_logs', tableNameOf(logType)) ?? [],
    );
    if (tables.length === 0) {
      return { events: 0, oldestArrivalAt: null, endingSoon: 0, backfilled: 0, backfilledUntil: null };
    }
    const rows = tables.map(
      (table) =>
        `SELECT p_parse_time, p_event_time FROM ${tableReference(table)} WHERE p_source_id = {source:String}`,
    );
    const old = 'p_event_time < p_parse_time - toIntervalDay({days:UInt32})';
    const result = await lake.query({
      sql: `SELECT count(), if(count() = 0, NULL, toString(min(p_parse_time))),
          countIf(p_parse_time < toDateTime64({soon:String}, 9, 'UTC')), countIf(${old}),
          if(countIf(${old}) = 0, NULL, toString(maxIf(p_parse_time, ${old})))
        FROM (${rows.join(' UNION ALL ')})`,
      params: {
        source: source.id,
        days,
        soon: endOfRetention(clock().getTime() + soonDays * dayMs, days)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' '),
      },
      lane: { pool: 'internal', owner: 'retention' },
      limits: { timeoutMs: longestMs },
    });
    const [events, oldest, endingSoon, backfilled, newestOld] = Counts.parse(result.rows[0]);
    const newest = momentOf(newestOld);
    return {
      events,
      oldestArrivalAt: momentOf(oldest),
      endingSoon,
      backfilled,
      backfilledUntil: newest && new Date(goesAfter(newest, days)),
    };
  }

  return {
    async of(source) {
      const now = clock().getTime();
      const days = await deps.retentionDays();
      let known = kept.get(source.id);
      if (known === undefined || known.days !== days || now - known.at > keptMs) {
        known = { at: now, days, counts: count(source, days).catch(undefinedWhenLate) };
        kept.set(source.id, known);
      }
      const counts = await known.counts;
      return counts && { days, ...counts, sentences: sentencesOf(counts, days) };
    },
  };
}

function undefinedWhenLate(error: unknown): undefined {
  if (error instanceof MargayError && error.code === 'QueryTimeout') return undefined;
  throw error;
}

/** The nightly run after this moment removes what arrived then. */
const goesAfter = (arrivedAt: Date, days: number): number =>
  (Math.floor(arrivedAt.getTime() / dayMs) + 1 + days) * dayMs;

const momentOf = (text: string | null): Date | null =>
  text === null ? null : new Date(`${text.slice(0, 19).replace(' ', 'T')}Z`);

const dayText = (at: Date): string => at.toISOString().slice(0, 10);
const events = (count: number): string => countOf(count, 'event');

function sentencesOf(counts: Counts, days: number): string[] {
  const sentences = [
    `Events stay ${countOf(days, 'day')}, counted from the day they arrive, however old they are themselves.`,
  ];
  if (counts.oldestArrivalAt !== null) {
    const ends = new Date(goesAfter(counts.oldestArrivalAt, days));
    sentences.push(
      `The oldest of ${events(counts.events)} arrived on ${dayText(counts.oldestArrivalAt)} and goes after ${dayText(ends)}, at the latest a month later.`,
      counts.endingSoon === 0
        ? 'Nothing comes to its end within the next 7 days.'
        : `${events(counts.endingSoon)} ${counts.endingSoon === 1 ? 'comes to its' : 'come to their'} end within the next 7 days.`,
    );
  }
  if (counts.backfilledUntil !== null) {
    sentences.push(
      `${events(counts.backfilled)} ${counts.backfilled === 1 ? 'was' : 'were'} older than that already on arrival, as a backfill brings them; the last of them goes after ${dayText(counts.backfilledUntil)}.`,
    );
  }
  return sentences;
}
