import { inLane } from '@margay/lake';
import { testLane } from '@margay/lake/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../api/actor.ts';
import { readStoredEvent } from '../replays/stored-event.ts';
import { openFieldsPlace, type FieldsPlace } from './testing.ts';

const everything = { kind: 'ALLOW_ALL' as const, logTypes: [] };
const plain = `schema: Custom.Plain
fields:
  - { name: door, type: string, required: true }
  - { name: who, type: object, fields: [{ name: name, type: string }] }
`;
const masked = `schema: Custom.Masked
fieldDiscoveryEnabled: true
fields:
  - { name: door, type: string, required: true }
  - { name: hidden, type: string, copy: { from: pin }, mask: { type: redact } }
  - { name: user, type: string, indicators: [username], mask: { type: sha256, salt: pepper } }
  - { name: free, type: json }
  - { name: badge, type: string, copy: { from: free.badge }, mask: { type: redact } }
`;
const secret = 'zx81cleartext';

const exact = `schema: Custom.Exact
fields:
  - { name: none, type: array, element: { type: string } }
  - { name: inner, type: object, fields: [{ name: none, type: array, element: { type: int } }] }
  - { name: list, type: array, element: { type: object, fields: [{ name: q, type: string }] } }
  - { name: gaps, type: array, element: { type: int } }
  - { name: huge, type: float }
  - { name: whole, type: float }
  - { name: big, type: bigint }
  - { name: text, type: string }
  - { name: free, type: json }
`;

describe('what events keep, and what they do not', () => {
  let place: FieldsPlace;
  let masksOf: string;
  beforeAll(async () => {
    place = await openFieldsPlace();
    const open = await place.addLogType('Custom.Plain', plain);
    const shut = await place.addLogType('Custom.Masked', masked);
    masksOf = shut.sourceId;
    const { sourceId } = await place.addLogType('Custom.Exact', exact);
    await place.send(sourceId, [
      '{"none":[],"inner":{"none":[]},"list":[{},{"q":"z"}],"gaps":[1,null,3],"huge":1e400,"whole":57.0,' +
        '"big":9007199254740993,"text":0.10,"free":{"long":0.12345678901234567890,"f":57.0,"i":57,"e":1e400,"l":[],"z":-0.0}}',
    ]);
    await place.send(open.sourceId, [
      '{"door":"north","other":"undeclared","who":{"name":"ana","age":"undeclared"}}',
    ]);
    await place.send(shut.sourceId, [
      `{"door":"south","pin":"${secret}","user":"${secret}","free":{"badge":"${secret}","level":3},"more":1}`,
      `{"pin":"${secret}","user":"no door, so it fails"}`,
      `not json ${secret}`,
    ]);
  }, 120_000);
  afterAll(() => place.close());

  const own = (row: Record<string, unknown> | undefined) =>
    Object.fromEntries(
      Object.entries(row ?? {}).filter(([name, value]) => !name.startsWith('p_') && value !== null),
    );

  it('undeclared ones are in no answer while field discovery is off', async () => {
    const expected = { door: 'north', who: { name: 'ana' } };
    for (const [language, text] of [
      ['sql', 'select * from panther_logs.public.custom_plain'],
      ['pantherflow', 'panther_logs.public.custom_plain'],
    ] as const) {
      const [row] = await place.rows(language, text);
      expect(own(row)).toEqual(expected);
    }
    expect(await place.refusal('select other from panther_logs.public.custom_plain')).toContain('other');
    const [flow] = await place.rows(
      'pantherflow',
      'panther_logs.public.custom_plain | project x = other, y = who.age',
    );
    expect(flow).toEqual({ x: null, y: null });
    const [match] = await place.rows('sql', 'select * from panther_rule_matches.public.custom_plain');
    expect(JSON.stringify(match)).not.toContain('undeclared');
    const { lake, services } = place.platform;
    const request = { logType: 'Custom.Plain', rowId: String(match?.['p_row_id']) };
    const text = await readStoredEvent(
      { lake: inLane(lake, testLane), schemas: services.schemas, lookupTables: services.lookupTables },
      everything,
      request,
    );
    expect(text).not.toContain('undeclared');
    expect(JSON.parse(text)).toMatchObject(expected);
  });

  it('what a mask hides rests nowhere in the lake, and detections do not see it', async () => {
    const { lake } = place.platform;
    const tables = await lake.query({
      lane: testLane,
      sql: `select database, name from system.tables where database like 'panther_%' and engine like '%MergeTree%'`,
    });
    expect(tables.rows.length).toBeGreaterThan(5);
    let texts = '';
    for (const [database, name] of tables.rows) {
      const { rows } = await lake.query({
        lane: testLane,
        sql: `select * from \`${String(database)}\`.\`${String(name)}\``,
      });
      texts += JSON.stringify(rows);
    }
    expect(texts).toContain('south');
    expect(texts).not.toContain(secret);
    expect(JSON.stringify(await place.platform.store.query('select * from alerts'))).not.toContain(secret);
    const [row] = await place.rows('sql', 'select * from panther_logs.public.custom_masked');
    expect(own(row)).toMatchObject({
      door: 'south',
      hidden: 'REDACTED',
      badge: 'REDACTED',
      free: { level: 3 },
      more: 1,
    });
    const [match] = await place.rows('sql', 'select * from panther_rule_matches.public.custom_masked');
    expect(match?.['p_alert_context']).toMatchObject({
      seen: expect.stringContaining("'hidden': 'REDACTED'"),
    });
  });

  it('a replay sees the masked event, words are found in it', async () => {
    const { lake, services } = place.platform;
    const [row] = await place.rows('sql', 'select p_row_id, "user" from panther_logs.public.custom_masked');
    const request = { logType: 'Custom.Masked', rowId: String(row?.['p_row_id']) };
    const text = await readStoredEvent(
      { lake: inLane(lake, testLane), schemas: services.schemas, lookupTables: services.lookupTables },
      everything,
      request,
    );
    expect(JSON.parse(text)).toMatchObject({
      door: 'south',
      hidden: 'REDACTED',
      user: row?.['user'],
      more: 1,
    });
    const found = await place.rows(
      'pantherflow',
      "panther_logs.public.custom_masked | search 'redacted' | project door",
    );
    expect(found).toEqual([{ door: 'south' }]);
  });

  it('what was sent is what answers and detections give back', async () => {
    const sent = {
      none: [],
      inner: { none: [] },
      list: [{}, { q: 'z' }],
      gaps: [1, null, 3],
      huge: '1e400',
      whole: 57,
      big: '9007199254740993',
      text: '0.10',
      free: { long: '0.12345678901234567890', f: 57, i: 57, e: '1e400', l: [], z: -0 },
    };
    for (const database of ['panther_logs', 'panther_rule_matches'] as const) {
      const [all] = await place.rows('sql', `select * from ${database}.public.custom_exact`);
      expect(own(all)).toMatchObject(sent);
    }
    const [match] = await place.rows('sql', 'select * from panther_rule_matches.public.custom_exact');
    const { seen } = (match ?? {})['p_alert_context'] as { seen: string };
    for (const part of [
      "'none': []",
      "'list': [{}, {'q': 'z'}]",
      "'gaps': [1, None, 3]",
      "'huge': '1e400'",
      "'whole': 57.0",
    ])
      expect(seen).toContain(part);
    for (const part of ["'big': 9007199254740993", "'text': '0.10'", "'f': 57.0, 'i': 57,", "'z': -0.0"])
      expect(seen).toContain(part);
    for (const part of ["'e': '1e400'", "'long': 0.12345678901234568"]) expect(seen).toContain(part);
  });

  it('failed entries of such a source are sealed, and can still be processed again', async () => {
    const failures = () =>
      place.rows(
        'sql',
        `select payload, error from panther_monitor.public.classification_failures where p_source_id = '${masksOf}'`,
      );
    expect(await failures()).toHaveLength(2);
    await place.platform.services.schemas.put(systemActor(), {
      name: 'Custom.Masked',
      spec: masked.replace(', required: true', ''),
      revision: 1,
    });
    expect(await place.platform.services.reprocess.reprocess(systemActor(), masksOf)).toEqual({
      sent: 2,
      cut: 0,
    });
    await place.ingest.pipeline.idle();
    const rows = await place.rows('sql', 'select hidden from panther_logs.public.custom_masked');
    expect(rows).toEqual([{ hidden: 'REDACTED' }, { hidden: 'REDACTED' }]);
    expect(JSON.stringify(await failures())).not.toContain(secret);
  });
});
