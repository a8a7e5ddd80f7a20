import { describe, expect, it } from 'vitest';
import { sampleLineOf, sampleOfTest } from './sample-event.ts';

const now = new Date('2026-11-20T10:00:00Z');
const spec = `schema: Custom.Door
fields:
  - { name: at, type: timestamp, required: true, isEventTime: true, timeFormats: [rfc3339] }
  - name: who
    required: true
    type: object
    fields:
      - { name: id, type: string, required: true }
      - { name: name, type: string }
  - { name: door_name, type: string, rename: { from: door-name } }
  - name: detail
    type: object
    isEmbeddedJSON: true
    fields: [{ name: level, type: int }]
`;

describe('the event of a test, as a sender would send it', () => {
  it('has what the schema requires, at this moment, under the names of the sender', () => {
    const test = {
      at: '2019-01-01T00:00:00Z',
      who: { name: 'Ida' },
      door_name: 'vault',
      detail: { level: 3 },
      p_log_type: 'Custom.Door',
    };
    expect(sampleOfTest(spec, 'Custom.Door', false, test, now)).toEqual({
      at: now.toISOString(),
      who: { id: 'sample', name: 'Ida' },
      'door-name': 'vault',
      detail: '{"level":3}',
    });
  });

  it('does not exist where the lines are text; there a line of its own tests does', () => {
    const text = `schema: Custom.Text
parser: { csv: { delimiter: ' ', columns: [a, b] } }
fields: [{ name: a, type: string, required: true }, { name: b, type: string }]
x-tests:
  - { name: too short, input: one, error: true }
  - { name: two words, input: one two, result: { a: one, b: two } }
`;
    expect(sampleOfTest(text, 'Custom.Text', false, { a: 'one' }, now)).toBeUndefined();
    expect(sampleLineOf(text)).toBe('one two');
    expect(sampleLineOf(spec)).toBeUndefined();
  });
});
