import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { systemActor } from '../../api/actor.ts';
import { createDiscoveries } from './discoveries.ts';
import { openFieldsPlace, type FieldsPlace } from './testing.ts';

const spec = `schema: Custom.Curious
fieldDiscoveryEnabled: true
fields:
  - { name: door, type: string, required: true }
  - { name: who, type: object, fields: [{ name: name, type: string }] }
`;
const table = 'panther_logs.public.custom_curious';

describe('fields that discovery finds', () => {
  let place: FieldsPlace;
  let sourceId: string;
  beforeAll(async () => {
    place = await openFieldsPlace();
    ({ sourceId } = await place.addLogType('Custom.Curious', spec));
  }, 120_000);
  afterAll(() => place.close());
  const curious = async () => (await place.platform.services.schemas.byName('Custom.Curious'))!;

  it('can be queried by every language, in the events that brought them too', async () => {
    await place.send(sourceId, [
      '{"door":"a","floor":3,"note":"5","at":"2024-01-01T00:00:00Z","who":{"badge":"x1"},"visit":{"reason":"mail"},"tags":["p","q"]}',
    ]);
    await place.send(sourceId, [
      '{"door":"b","floor":4,"note":"later","who":{"badge":"x2"},"visit":{"reason":"call"},"tags":[]}',
    ]);
    const expected = [
      { door: 'a', floor: 3, note: '5', badge: 'x1', reason: 'mail' },
      { door: 'b', floor: 4, note: 'later', badge: 'x2', reason: 'call' },
    ];
    const columns = 'door, floor, note';
    expect(
      await place.rows(
        'sql',
        `select ${columns}, who:badge as badge, visit:reason as reason from ${table} where floor >= 3 order by door`,
      ),
    ).toEqual(expected);
    expect(
      await place.rows(
        'pantherflow',
        `${table} | where floor >= 3 | sort door asc | project ${columns}, badge = who.badge, reason = visit.reason`,
      ),
    ).toEqual(expected);
    const [first] = await place.rows('sql', `select * from ${table} where door = 'a'`);
    expect(first).toMatchObject({
      floor: 3,
      note: '5',
      at: '2024-01-01T00:00:00Z',
      who: { badge: 'x1' },
      tags: ['p', 'q'],
    });
    const { spec: own, discoveredSpec, version, revision } = await curious();
    expect(own).toBe(spec);
    expect([version, revision]).toEqual([2, 1]);
    const { fields } = parse(String(discoveredSpec)) as { fields: Record<string, unknown>[] };
    expect(fields).toContainEqual({ name: 'note', type: 'string', isDiscovered: true });
    expect((await place.platform.services.schemas.versions('Custom.Curious'))[0]).toMatchObject({
      version: 2,
      createdBy: null,
    });
  });

  it('keep values that are not of the type seen first, exactly', async () => {
    await place.send(sourceId, ['{"door":"c","floor":"ground","note":7,"tags":"none","visit":[1,null]}']);
    const [row] = await place.rows('sql', `select * from ${table} where door = 'c'`);
    expect(row).toMatchObject({ floor: 'ground', note: 7, tags: 'none', visit: [1, null] });
    const [match] = await place.rows(
      'sql',
      `select * from panther_rule_matches.public.custom_curious where door = 'c'`,
    );
    const { seen } = (match ?? {})['p_alert_context'] as { seen: string };
    expect(seen).toContain("'floor': 'ground', 'note': 7");
  });

  it('survive names that attack, and a person who saves the schema', async () => {
    const hostile = {
      door: 'd',
      'a"b': 1,
      "c'd": 2,
      'e.f': 3,
      e_f: 4,
      E_F: 5,
      'g`h\\': 6,
      'i: j # k': 7,
      select: 8,
      ünï: 9,
      p_forged: 10,
      __proto__x: 11,
      '': 12,
      ['long'.repeat(200)]: 13,
    };
    await place.send(sourceId, [JSON.stringify(hostile), '{"door":"e","select":80}']);
    const rows = await place.rows(
      'sql',
      `select door, "select" from ${table} where door in ('d', 'e') order by door`,
    );
    expect(rows).toEqual([
      { door: 'd', select: 8 },
      { door: 'e', select: 80 },
    ]);
    const [all] = await place.rows('sql', `select * from ${table} where door = 'd'`);
    expect(all).toMatchObject({ e_f: 3, e_f_: 4, E_F: 5 });
    expect(all?.['p_forged']).toBeUndefined();
    const { revision } = await curious();
    await place.platform.services.schemas.put(systemActor(), {
      name: 'Custom.Curious',
      spec: `${spec}# mine\n`,
      revision,
    });
    expect((await curious()).discoveredSpec).toContain('isDiscovered');
    await expect(
      place.platform.services.schemas.put(systemActor(), {
        name: 'Custom.Curious',
        spec: `${spec}  - { name: note, type: bigint }\n`,
        revision: revision + 1,
      }),
    ).rejects.toMatchObject({ code: 'InvalidUpdate' });
  });

  it('are bounded where keys are data, and every event is kept', async () => {
    const random = (index: number) =>
      JSON.stringify({ door: `r${index}`, [`k${index}`]: index, [`x${index}`]: { deep: index } });
    await place.send(
      sourceId,
      Array.from({ length: 1500 }, (_, index) => random(index)),
    );
    await place.send(
      sourceId,
      Array.from({ length: 500 }, (_, index) => random(index + 1500)),
    );
    expect(await place.rows('sql', `select count(*) as n from ${table} where door like 'r%'`)).toEqual([
      { n: 2000 },
    ]);
    const { discoveredSpec, version } = await curious();
    const { fields } = parse(String(discoveredSpec)) as { fields: unknown[] };
    expect(fields.length).toBeLessThan(250);
    expect(version).toBeLessThan(8);
    const [last] = await place.rows('sql', `select * from ${table} where door = 'r1999'`);
    expect(last).toMatchObject({ k1999: 1999, x1999: { deep: 1999 } });
  });

  it('an archived schema is not changed by saving it', async () => {
    const { schemas } = place.platform.services;
    const actor = systemActor();
    const { revision } = await schemas.put(actor, {
      name: 'Custom.Old',
      spec: 'fields: [{ name: a, type: string }]',
    });
    const archived = await schemas.setArchived(actor, 'Custom.Old', true);
    expect(archived.revision).toBe(revision + 1);
    const spec = 'fields: [{ name: a, type: string }, { name: b, type: string }]';
    await expect(
      schemas.put(actor, { name: 'Custom.Old', spec, revision: archived.revision }),
    ).rejects.toMatchObject({
      code: 'InvalidUpdate',
      message: expect.stringContaining('Custom.Old is archived'),
    });
    expect(await schemas.byName('Custom.Old')).toMatchObject({
      isArchived: true,
      revision: archived.revision,
    });
    await schemas.setArchived(actor, 'Custom.Old', false);
    await schemas.put(actor, { name: 'Custom.Old', spec, revision: archived.revision + 1 });
  });

  it('are known after a restart without being written again', async () => {
    const fresh = createDiscoveries(place.platform.store);
    const floor = { parents: [], key: 'floor', value: { kind: 'bigint' as const } };
    expect(await fresh.note('Custom.Curious', [floor], new Date())).toBe(true); // looks once after a start
    expect(await fresh.note('Custom.Curious', [floor], new Date())).toBe(false);
  });
});
