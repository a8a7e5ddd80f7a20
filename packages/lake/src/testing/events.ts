import type { EventShape, NormalizedEvent } from '@margay/model';

/** One field of every kind, for tests of the lake and of what stands on it. */
export const sampleShape: EventShape = {
  logType: 'Test.Sample',
  version: 3,
  description: 'Every kind of field',
  fields: [
    { name: 'name', type: { kind: 'string' }, description: 'Who' },
    { name: 'count', type: { kind: 'int' } },
    { name: 'tiny', type: { kind: 'smallint' } },
    { name: 'size', type: { kind: 'bigint' } },
    { name: 'ratio', type: { kind: 'float' } },
    { name: 'isOpen', type: { kind: 'boolean' } },
    { name: 'seenAt', type: { kind: 'timestamp' } },
    { name: 'anything', type: { kind: 'json' } },
    { name: 'tags', type: { kind: 'array', element: { kind: 'string' } } },
    { name: 'ports', type: { kind: 'array', element: { kind: 'int' } } },
    {
      name: 'items',
      type: {
        kind: 'array',
        element: { kind: 'object', fields: [{ name: 'id', type: { kind: 'string' } }] },
      },
    },
    {
      name: 'user',
      type: {
        kind: 'object',
        fields: [
          { name: 'id', type: { kind: 'string' } },
          { name: 'a.b:c%', type: { kind: 'string' } },
          { name: 'home', type: { kind: 'object', fields: [{ name: 'city', type: { kind: 'string' } }] } },
        ],
      },
    },
  ],
};

/** An event of `sampleShape`; `changes` win. */
export function sampleEvent(number: number, changes: Record<string, unknown> = {}): NormalizedEvent {
  const second = String(number % 60).padStart(2, '0');
  const event = {
    name: `name-${number}`,
    count: number,
    user: { id: `u${number % 7}`, home: { city: 'Zürich' } },
    tags: ['a', `t${number % 3}`],
    p_log_type: 'Test.Sample',
    p_row_id: `row-${number}`,
    p_event_time: `2024-05-01 10:00:${second}.000000001`,
    p_parse_time: '2024-05-01 11:00:00.000000000',
    p_schema_version: 3,
    p_source_id: 'source-1',
    p_source_label: 'First source',
    p_any_ip_addresses: [`10.0.0.${number % 256}`],
    ...changes,
  };
  return { logType: 'Test.Sample', event, raw: JSON.stringify({ number, text: `Line of ${number}` }) };
}
