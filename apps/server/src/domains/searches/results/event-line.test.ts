import { createRowEncoder } from '@margay/lake';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, eve, openSearchPlace, openLog, secretLog } from '../testing.ts';
import type { SearchPlace } from '../testing.ts';

/** Order of keys, blanks, escapes and characters beyond ASCII are all part of a line. */
const line = '{ "z" : 1.50,\t"name":"caf\\u00e9 ☕ \\"q\\"" ,"a":null}  ';
const event = {
  name: 'one',
  p_log_type: openLog,
  p_row_id: 'line-1',
  p_event_time: '2024-05-01 10:00:00.123456789',
  p_parse_time: '2024-05-01 10:00:01.000000000',
};
const key = { logType: openLog, rowId: event.p_row_id, eventTime: event.p_event_time };

describe('the line an event came as', () => {
  let place: SearchPlace;
  beforeAll(async () => {
    place = await openSearchPlace();
    const layout = place.lake.layout('panther_logs', 'open_log')!;
    const encoder = createRowEncoder(layout);
    encoder.append({ event, raw: line }, {});
    await place.lake.insert(layout, encoder.take(), { token: 'line' });
  });
  afterAll(() => place.remove());

  it('is given byte for byte', async () => {
    expect(await place.searches.eventLine(ada, key)).toBe(line);
  });

  it('is none where there is no such event, and where the caller may not read it', async () => {
    expect(await place.searches.eventLine(ada, { ...key, rowId: 'line-2' })).toBeNull();
    expect(await place.searches.eventLine(ada, { ...key, logType: 'No.Such' })).toBeNull();
    const secret = {
      logType: secretLog,
      rowId: `${secretLog}-000001`,
      eventTime: '2024-05-01 10:01:00.000000000',
    };
    expect(await place.searches.eventLine(ada, secret)).toContain('Secret.Vault 1');
    expect(await place.searches.eventLine(eve, secret)).toBeNull();
  });

  it.each([
    'soon',
    '1600-01-01 00:00:00',
    '1899-12-31 23:59:59.999999999',
    '2262-04-11 00:00:00',
    '9999-12-31 00:00:00',
    '2024-02-30 10:00:00',
    '2024-05-01 24:00:00',
  ])('refuses %s, which is no time of an event', async (eventTime) => {
    await expect(place.searches.eventLine(ada, { ...key, eventTime })).rejects.toMatchObject({
      kind: 'invalid-input',
      message:
        'The event cannot be looked up: of event.eventTime it is no time such as 2024-05-01 10:00:00, of the years 1900 to 2261. Give log type, row id and time as a page of rows gives them.',
      details: { field: 'event.eventTime' },
    });
  });

  it.each(['1900-01-01 00:00:00', '2262-04-10T23:59:59.999999999Z', '2024-02-29 10:00:00.5'])(
    'looks for events of %s',
    async (eventTime) => {
      expect(await place.searches.eventLine(ada, { ...key, eventTime })).toBeNull();
      expect(await place.searches.eventFindings(ada, [{ ...key, eventTime }])).toEqual([]);
    },
  );

  it('refuses a row id that is none', async () => {
    await expect(place.searches.eventLine(ada, { ...key, rowId: 'x'.repeat(201) })).rejects.toMatchObject({
      details: { field: 'event.rowId' },
    });
  });
});
