import type { Actor } from '../../api/actor.ts';
import { accessKeyOf } from './access.ts';
import type { RunCost } from './ask-lake.ts';
import type { ResultPage } from './result-page.ts';
import type { RunProgress } from './runs.ts';
import type { SearchRecord, SearchStatus } from './store.ts';

/** A search, or one part of it, as it stands for the caller. */
export interface SearchView {
  record: SearchRecord;
  status: SearchStatus;
  message: string;
  progress: RunProgress;
  /** The finished part, and what it cost. */
  result?: { page: ResultPage; cost: RunCost };
}

/** How a search stands without looking at one of its parts. */
export function viewOf(record: SearchRecord): SearchView {
  const { status, message, elapsedMs } = record;
  return { record, status, message, progress: { readRows: 0, totalRows: 0, elapsedMs } };
}

/**
 * The record without what its runs found, unless the caller may see what they saw: counts and messages tell of rows
 * and tables too.
 */
export function asSeenBy(actor: Actor, record: SearchRecord): SearchRecord {
  const { logTypeAccess } = actor;
  if (logTypeAccess.kind === 'ALLOW_ALL' || accessKeyOf(logTypeAccess) === record.accessKey) return record;
  return { ...record, message: '', rowCount: null, bytesScanned: 0, elapsedMs: 0 };
}
