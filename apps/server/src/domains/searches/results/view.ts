import { accessKeyOf } from '@margay/auth';
import { languageOf, type SearchPart, type Visualization } from '@margay/query';
import type { Actor } from '../../../api/actor.ts';
import type { RunCost } from '../runs/ask-lake.ts';
import type { ResultPage } from './page.ts';
import { noProgress, type RunProgress } from '../runs/runs.ts';
import { searchComponents, type SearchComponent } from '../schema.ts';
import type { SearchRecord, SearchStatus } from '../store.ts';

/** A search, or one part of it, as it stands for the caller. */
export interface SearchView {
  record: SearchRecord;
  status: SearchStatus;
  message: string;
  progress: RunProgress;
  /** The finished part, and what it cost. */
  result?: { page: ResultPage; cost: RunCost };
  /** Set when the query asks for its rows to be drawn. */
  visualize?: Visualization;
  /** Set when the view is of one part of a search. */
  component?: SearchComponent;
  /** Reads the first rows of a search that was looked at as a whole. */
  rows?(page: RowsRequest): Promise<SearchView>;
}

export interface RowsRequest {
  pageSize?: number;
  cursor?: string;
}

/** A part of a search as a query of its own. */
export interface SearchChild {
  id: string;
  kind: string;
}

const childKinds = {
  timeline: 'timeline',
  detailsAscending: 'details',
  detailsDescending: 'details',
  summary: 'summary',
  indicatorTables: 'indicatorTables',
  indicatorValues: 'indicatorValues',
  indicatorLately: 'indicatorLately',
} satisfies Record<SearchComponent, SearchPart>;

/** The parts a search consists of; some languages have rows and nothing else. */
export function childrenOf({ record: { id, params }, component }: SearchView): SearchChild[] {
  if (component !== undefined) return [];
  const details = params.sortDir === 'ascending' ? 'detailsAscending' : 'detailsDescending';
  return languageOf(params.language).parts.map((kind) => ({
    id: `${id}.${kind === 'details' ? details : kind}`,
    kind,
  }));
}

/** The id and the kind of what is looked at: the search, or one of its parts. */
export const identityOf = ({ record, component }: SearchView): SearchChild =>
  component === undefined
    ? { id: record.id, kind: record.kind }
    : { id: `${record.id}.${component}`, kind: childKinds[component] };

/** The search an id belongs to, and the part of it that it names. */
export function partNamed(id: string): { searchId: string; component?: SearchComponent } {
  const [searchId = '', name] = id.split('.', 2);
  const component = searchComponents.find((one) => one === name);
  return component === undefined ? { searchId: id } : { searchId, component };
}

/** How a search stands without looking at one of its parts. */
export function viewOf(record: SearchRecord): SearchView {
  const { status, message, elapsedMs } = record;
  return { record, status, message, progress: { ...noProgress, elapsedMs } };
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
