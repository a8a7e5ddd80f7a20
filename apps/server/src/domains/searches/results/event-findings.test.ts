import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  ended,
  eve,
  ada,
  form,
  nodesOf,
  openSearchPlace,
  openLog,
  secretLog,
  writeEvents,
} from '../testing.ts';
import { readRows } from '../csv/read-rows.ts';
import { lakeAsker } from '../runs/ask-lake.ts';
import { readySearch } from '../runs/compile-search.ts';
import { readSearchParams } from '../schema.ts';
import { startOfTests, type SearchPlace } from '../testing.ts';

let place: SearchPlace;
const match = (rule: string, alertId: string | null) => ({
  p_rule_id: rule,
  p_alert_id: alertId,
  p_alert_severity: 'HIGH',
  p_alert_title: `${rule} fired`,
});
const first = { from: 0, to: 1 };

beforeAll(async () => {
  place = await openSearchPlace();
  const { lake } = place;
  // As the pipeline writes them: a match is a signal, too.
  for (const database of ['panther_signals', 'panther_rule_matches'] as const) {
    await writeEvents(lake, database, openLog, { from: 0, to: 3 }, match('Rule.One', 'alert-1'));
    await writeEvents(lake, database, openLog, first, match('Rule.Two', 'alert-2'));
    await writeEvents(lake, database, secretLog, first, match('Rule.One', 'alert-1'));
  }
  await writeEvents(lake, 'panther_signals', openLog, first, match('Rule.Quiet', null));
  await writeEvents(lake, 'panther_rule_errors', openLog, first, {
    p_rule_id: 'Rule.Broken',
    p_rule_error: 'KeyError',
  });
});
afterAll(() => place.remove());

const keyOf = (row: Record<string, unknown>) => ({
  logType: String(row['p_log_type']),
  rowId: String(row['p_row_id']),
  eventTime: String(row['p_event_time']),
});

describe('an event with its findings', () => {
  it('is one row of every search that reads logs, and is counted once', async () => {
    for (const databases of [[], ['panther_logs', 'panther_signals', 'panther_rule_errors']]) {
      const { id } = await place.searches.start(ada, form({ databases }));
      const rows = nodesOf(await ended(place, ada, { id, component: 'detailsAscending', pageSize: 999 }));
      const ids = rows.map((row) => row['p_row_id']);
      expect(ids).toHaveLength(new Set(ids).size);
      const timeline = await ended(place, ada, { id, component: 'timeline' });
      expect(timeline.result?.page.rowCount).toBe(ids.length);
    }
  });

  it('says what found it: matches first, and no signal beside its match', async () => {
    const rows = nodesOf(
      await ask(place, ada, form({ sortDir: 'ascending' }), { component: 'detailsAscending', pageSize: 5 }),
    );
    const found = await place.searches.eventFindings(ada, rows.map(keyOf));
    const open = found.find(({ rowId }) => rowId === 'Open.Log-000000');
    expect(open?.findings).toEqual([
      {
        kind: 'MATCH',
        detectionId: 'Rule.One',
        alertId: 'alert-1',
        title: 'Rule.One fired',
        severity: 'HIGH',
      },
      {
        kind: 'MATCH',
        detectionId: 'Rule.Two',
        alertId: 'alert-2',
        title: 'Rule.Two fired',
        severity: 'HIGH',
      },
      { kind: 'ERROR', detectionId: 'Rule.Broken', alertId: null, title: null, severity: null },
      {
        kind: 'SIGNAL',
        detectionId: 'Rule.Quiet',
        alertId: null,
        title: 'Rule.Quiet fired',
        severity: 'HIGH',
      },
    ]);
    const withAny = rows.filter((row) => found.some(({ rowId }) => rowId === row['p_row_id']));
    expect(withAny.map((row) => row['p_row_id'])).toEqual(found.map(({ rowId }) => rowId));
  });

  it('counts detections in a summary by what they found in the events of the search', async () => {
    const rulesIn = async (filters: string, databases: string[] = []) => {
      const { id } = await place.searches.start(ada, form({ databases, filters }));
      const part = await ended(place, ada, { id, component: 'summary', columns: ['p_rule_id', 'name'] });
      return nodesOf(part).flatMap(({ column, value, count }) =>
        column === 'p_rule_id' ? [[value, count]] : [],
      );
    };
    const is = (target: string, value: string) =>
      JSON.stringify({ and: [{ target, operator: 'is', value }] });
    expect(await rulesIn('')).toEqual([
      ['Rule.One', 4],
      ['Rule.Two', 1],
    ]);
    expect(await rulesIn(is('name', 'Open.Log 0'))).toEqual([
      ['Rule.One', 1],
      ['Rule.Two', 1],
    ]);
    expect(await rulesIn(JSON.stringify({ text: '"Open.Log 1"' }))).toEqual([['Rule.One', 1]]);
    const all = ['panther_logs', 'panther_rule_matches', 'panther_signals', 'panther_rule_errors'];
    expect(await rulesIn(is('name', 'Open.Log 0'), all)).toEqual([
      ['Rule.Broken', 1],
      ['Rule.One', 1],
      ['Rule.Quiet', 1],
      ['Rule.Two', 1],
    ]);
  });

  it('counts events, not findings, where several findings of an event say the same', async () => {
    const { id } = await place.searches.start(ada, form({ databases: [], filters: '' }));
    const part = await ended(place, ada, { id, component: 'summary', columns: ['p_alert_severity'] });
    expect(nodesOf(part)).toMatchObject([{ column: 'p_alert_severity', value: 'HIGH', count: 4 }]);
    expect(part.result?.page.types['columnFacts']).toMatchObject({ p_alert_severity: { nullCount: null } });
  });

  it('fills columns of findings in a file, from a finding that fulfils the conditions', async () => {
    const filters = JSON.stringify({ and: [{ target: 'p_rule_id', operator: 'is', value: 'Rule.Two' }] });
    const params = readSearchParams(form({ databases: [], filters }));
    const search = readySearch(params, place.lake.catalog(), startOfTests);
    const lane = { pool: 'interactive', owner: 'ada' } as const;
    const reader = {
      lake: place.lake,
      ask: lakeAsker(place.lake, { tag: 'file', lane }).ask,
      stream: { lane },
      maxRows: 100,
      isDescending: true,
      columns: ['name', 'p_rule_id', 'p_alert_id'],
      totalRows: 1,
    };
    const rows = [];
    for await (const batch of readRows(search, reader)) rows.push(...batch);
    expect(rows).toMatchObject([{ name: 'Open.Log 0', p_rule_id: 'Rule.Two', p_alert_id: 'alert-2' }]);
  });

  it('offers what findings hold while a condition on it is typed', async () => {
    expect(await place.searches.propertyValues(ada, { path: 'p_rule_id' })).toEqual([
      { value: 'Rule.One', count: 4 },
      { value: 'Rule.Two', count: 1 },
    ]);
  });

  it('says nothing of log types the reader may not see', async () => {
    const secret = {
      logType: secretLog,
      rowId: `${secretLog}-000000`,
      eventTime: '2024-05-01 10:00:00.000000000',
    };
    expect(await place.searches.eventFindings(ada, [secret])).toHaveLength(1);
    expect(await place.searches.eventFindings(eve, [secret])).toEqual([]);
  });

  it.each([
    [
      Array.from({ length: 1_001 }, () => ({ logType: 'a', rowId: 'b', eventTime: '2024-05-01 10:00:00' })),
      'they are more than 1000',
    ],
    [
      [{ logType: 'a', rowId: 'b', eventTime: 'yesterday' }],
      'of events.0.eventTime it is no time such as 2024-05-01 10:00:00',
    ],
    [
      [{ logType: 'a', rowId: 'b', eventTime: '2026-99-99 99:00:00' }],
      'of events.0.eventTime it is no time such as 2024-05-01 10:00:00, of the years 1900 to 2261.',
    ],
  ])('refuses what is no page of events', async (events, reason) => {
    await expect(place.searches.eventFindings(ada, events)).rejects.toThrow(reason);
  });
});
