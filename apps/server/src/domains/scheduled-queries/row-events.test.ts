import { expect, it } from 'vitest';
import type { RunRecord } from './record.ts';
import { judgedRowOf, keptEventOf } from './row-events.ts';

const run = { queryId: 'q', scheduledAt: new Date('2026-03-01T08:00:00Z') } as RunRecord; // all that is read of it
const asMatch = (event: object) => ({
  ...event,
  p_rule_id: 'R',
  p_alert_id: 'a1',
  p_rule_tags: ['x'],
  p_any_ip_addresses: [],
  p_source_id: '',
  p_schema_version: 0,
  p_header: null,
});

it.each([
  ['a count', { door: 'front', openings: 3, note: null }],
  [
    'an event of the lake',
    {
      p_row_id: 'r1',
      p_event_time: '2026-03-01 07:00:00.000',
      p_parse_time: '2026-03-01 07:00:01.000',
      p_log_type: 'Custom.Door',
      door: 'back',
    },
  ],
  ['a row with a time that says nothing', { p_event_time: 'yesterday', n: 1 }],
])('%s comes back from how it is kept as its rules saw it', (_name, row) => {
  const { p_event_time: time, ...rest } = row as Record<string, unknown>;
  const isKept = time === undefined || /^\d{4}-/.test(String(time));
  expect(judgedRowOf(asMatch(keptEventOf(row as never, 0, run)))).toEqual(isKept ? row : rest);
});
