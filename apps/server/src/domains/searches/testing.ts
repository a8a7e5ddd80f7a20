import { silentLogger } from '@margay/kit';
import { createRowEncoder, type Lake } from '@margay/lake';
import { openTemporaryLake } from '@margay/lake/testing';
import type { EventShape, LakeDatabase } from '@margay/model';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { systemActor, type Actor } from '../../api/actor.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import type { SearchParamsInput } from './schema.ts';
import type { SearchView } from './results/view.ts';
import { createSearchesService, type PartRequest, type SearchesService } from './service.ts';

const shapeOf = (logType: string): EventShape => ({
  logType,
  version: 1,
  // The one kept by hour and group, the other by time: what is asked of both must not depend on it.
  ...(logType === openLog ? { groupBy: [['user', 'id'], ['name']] } : {}),
  fields: [
    { name: 'name', type: { kind: 'string' } },
    { name: 'number', type: { kind: 'bigint' } },
    { name: 'tags', type: { kind: 'array', element: { kind: 'string' } } },
    { name: 'user', type: { kind: 'object', fields: [{ name: 'id', type: { kind: 'string' } }] } },
  ],
});

export const openLog = 'Open.Log';
export const secretLog = 'Secret.Vault';
export const openCount = 250;
export const secretCount = 7;

/** Writes events `from` up to `to`, one a minute from 2024-05-01 10:00 on. */
export async function writeEvents(
  lake: Lake,
  database: LakeDatabase,
  logType: string,
  numbers: { from: number; to: number },
  extra: Record<string, unknown> = {},
): Promise<void> {
  const layout = await lake.ensureTable(database, shapeOf(logType));
  const encoder = createRowEncoder(layout);
  for (let number = numbers.from; number < numbers.to; number++) {
    const time = new Date(Date.UTC(2024, 4, 1, 10, number)).toISOString().slice(0, 19).replace('T', ' ');
    const event = {
      name: `${logType} ${number}`,
      number,
      tags: ['all', `t${number % 3}`],
      user: { id: `u${number % 5}` },
      p_log_type: logType,
      p_row_id: `${logType}-${String(number).padStart(6, '0')}`,
      p_event_time: `${time}.000000000`,
      p_parse_time: `${time}.500000000`,
      p_source_id: 's1',
      p_source_label: 'First source',
      p_any_ip_addresses: [`10.0.0.${number % 4}`],
    };
    encoder.append({ event, raw: JSON.stringify({ name: event.name }) }, extra);
  }
  const token = `${database}:${logType}:${numbers.from}:${JSON.stringify(extra)}`;
  await lake.insert(layout, encoder.take(), { token });
}

export interface SearchPlace {
  lake: Lake;
  store: Store;
  searches: SearchesService;
  /** What the service takes for the time. */
  setNow(now: Date): void;
  remove(): Promise<void>;
}

export const startOfTests = new Date('2024-05-01T16:00:00Z');

/** A real lake with events of two log types, a real store, and the service over both. */
export async function openSearchPlace(): Promise<SearchPlace> {
  const [{ lake, remove }, store] = await Promise.all([openTemporaryLake(), openTestStore(migrations)]);
  await writeEvents(lake, 'panther_logs', openLog, { from: 0, to: openCount });
  await writeEvents(lake, 'panther_logs', secretLog, { from: 0, to: secretCount });
  let now = startOfTests;
  const searches = createSearchesService({
    store,
    lake,
    audit: createTestAuditLog(store),
    logger: silentLogger,
    clock: () => now,
  });
  return {
    lake,
    store,
    searches,
    setNow: (next) => (now = next),
    async remove() {
      searches.close();
      await store.close();
      await remove();
    },
  };
}

const person = (id: string): Actor => ({
  ...systemActor(new Set(['DataAnalyticsRead'])),
  kind: 'person',
  id,
  name: id,
});
export const ada = person('ada');
export const bob = person('bob');
/** May read everything but the secret log type. */
export const eve: Actor = { ...person('eve'), logTypeAccess: { kind: 'DENY', logTypes: [secretLog] } };

/** An SQL search. */
export const sql = (filters: string, over: Partial<SearchParamsInput> = {}): SearchParamsInput => ({
  language: 'sql',
  filters,
  ...over,
});
/** A search of all logs over the hours of the events. */
export const form = (over: Partial<SearchParamsInput> = {}): SearchParamsInput => ({
  language: 'simplesearch',
  databases: ['panther_logs'],
  startTime: '2024-05-01T10:00:00.000Z',
  endTime: '2024-05-01T16:00:00.000Z',
  ...over,
});

/** Looks at a part of a search until it is over. */
export async function ended(
  { searches }: SearchPlace,
  actor: Actor,
  request: PartRequest,
): Promise<SearchView> {
  let view = await searches.part(actor, request);
  while (view.status === 'running') view = await searches.part(actor, request);
  return view;
}

/** Starts a search and looks at one part of it until that is over. */
export async function ask(
  place: SearchPlace,
  actor: Actor,
  params: SearchParamsInput,
  over: Partial<PartRequest> = {},
): Promise<SearchView> {
  const { id } = await place.searches.start(actor, params);
  return ended(place, actor, { id, component: 'detailsDescending', ...over });
}

export const nodesOf = (view: SearchView) => view.result?.page.rows.map((row) => row.node) ?? [];
