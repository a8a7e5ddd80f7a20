import { isInNetwork, parseIpAddress, parseIpNetwork } from '@margay/kit';
import { readSchema } from '@margay/schema';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTableImage, rowKeyOf } from './build-image.ts';
import { createEnricher, type EnrichmentTable } from './enricher.ts';
import { keyFieldOf, matchKeyOf } from './match-key.ts';
import { readTableRows, type RowFormat } from './read-rows.ts';
import { compileSelector } from './selectors.ts';
import { openTableImage } from './table-image.ts';

const now = Date.UTC(2026, 0, 2);
const userSpec = `schema: Custom.People
fields:
  - { name: id, type: string, required: true }
  - { name: team, type: string }
  - { name: level, type: int }
  - { name: isAdmin, type: boolean }
  - { name: roles, type: array, element: { type: string } }
  - { name: until, type: timestamp, timeFormat: rfc3339, isExpiration: true }
`;
const networkSpec = `schema: Custom.Networks
fields:
  - { name: cidr, type: string, validate: { cidr: any }, required: true }
  - { name: site, type: string }
`;

function schemaOf(spec: string) {
  const { schema, problems } = readSchema(spec, { owner: 'user' });
  if (schema === undefined) throw new Error(JSON.stringify(problems));
  return schema;
}

function tableOf(
  given: { spec?: string; key?: string; format?: RowFormat; text: string },
  more: Partial<EnrichmentTable> = {},
): EnrichmentTable {
  const schema = schemaOf(given.spec ?? userSpec);
  const primaryKey = given.key ?? schema.fields[0]?.name ?? '';
  const field = keyFieldOf(schema, primaryKey);
  const { kind, indicator } = field ? matchKeyOf(field) : { kind: 'text' as const, indicator: null };
  const rows = readTableRows({
    table: 'people',
    text: given.text,
    format: given.format ?? 'csv',
    schema,
    primaryKey,
    now,
  });
  return { name: 'people', image: buildTableImage(rows, kind).image, logTypes: [], indicator, ...more };
}

const enriched = (table: EnrichmentTable, event: Record<string, unknown>, logType = 'Custom.Door') => {
  const copy = structuredClone(event);
  createEnricher([table]).forLogType(logType)?.(copy, now);
  return copy['p_enrichment'];
};
const people = `id,team,level,isAdmin,roles,until,unknown
ada,blue,7,TRUE,"[""owner"",""auditor""]",2030-01-01T00:00:00Z,x
bob,"red, green",,false,,2020-01-01T00:00:00Z,x
eve,,3,,,,x
`;
const door = (selectors: string[]) => ({ logTypes: [{ logType: 'Custom.Door', selectors }] });

describe('rows of an upload', () => {
  it('are typed by the schema: cells with commas, lists, numbers, empty cells, a byte order mark', () => {
    const image = openTableImage(tableOf({ text: `\uFEFF${people.replaceAll('\n', '\r\n')}` }).image);
    expect([...image.rows()]).toEqual([
      {
        id: 'ada',
        team: 'blue',
        level: 7,
        isAdmin: true,
        roles: ['owner', 'auditor'],
        until: '2030-01-01 00:00:00.000000000',
      },
      { id: 'bob', team: 'red, green', isAdmin: false, until: '2020-01-01 00:00:00.000000000' },
      { id: 'eve', level: 3 },
    ]);
  });

  it('come as JSON lines as well, exact beyond 2^53', () => {
    const spec = `schema: Custom.Big\nfields:\n  - { name: id, type: bigint, required: true }\n`;
    const image = openTableImage(
      tableOf({ spec, format: 'jsonl', text: '{"id": 9007199254740993}\n\n{"id": "5"}' }).image,
    );
    expect([...image.rows()]).toEqual([{ id: 9007199254740993n }, { id: 5 }]);
    expect(image.find(9007199254740993n, now)).toEqual({ id: 9007199254740993n });
    expect(image.find('5', now)).toEqual({ id: 5 });
  });

  it('with one key keep the last one', () => {
    const rows = ['a', 'b', 'a'].map((key, order) => ({ key, row: { key, order } }));
    const built = buildTableImage(rows, 'text');
    expect(built).toMatchObject({ rowCount: 2, duplicateCount: 1 });
    expect(openTableImage(built.image).find('a', now)).toEqual({ key: 'a', order: 2 });
  });

  it.each([
    [
      'a value of the wrong type',
      'id,level\nada,1\nbob,high',
      /row 3, column level \("high"\): it is not a whole/,
    ],
    ['a row without key', 'id,team\n,blue', /row 2, column id.*Nothing was imported/],
    ['too few cells', 'id,team\nada', /row 2: it has 1 cells and the header 2/],
    ['a header without key', 'name\nada', /row 1: the header has no column id/],
    ['nothing at all', 'id\n', /has no row/],
    ['a list that is none', 'id,roles\nada,owner', /row 2, column roles.*is no JSON/],
  ])('name what is wrong: %s', (_what, text, message) => {
    expect(() => tableOf({ text })).toThrow(message);
  });

  it('name a line that is no object, and a key that is no network', () => {
    expect(() => tableOf({ format: 'jsonl', text: '{"id":"a"},\n' })).toThrow(/row 1: it is no JSON object/);
    const spec = networkSpec.replace(', validate: { cidr: any }', '');
    expect(() => tableOf({ spec, key: 'nothing', text: 'cidr\n1.1.1.1' })).toThrow(
      /no top-level field nothing/,
    );
    expect(() => tableOf({ spec: networkSpec, text: 'cidr\nten' })).toThrow(/row 2, column cidr/);
  });
});

describe('p_enrichment', () => {
  it('has the row under table and selector, with the value that matched', () => {
    const table = tableOf({ text: people }, door(['user', '$.actor.name', '$.guests[*].id', 'names']));
    expect(
      enriched(table, {
        user: 'ada',
        actor: { name: ' eve ' },
        guests: [{ id: 'eve' }, { id: 'nobody' }, {}],
        names: ['ada'],
      }),
    ).toEqual({
      people: {
        user: expect.objectContaining({ id: 'ada', team: 'blue', p_match: 'ada' }),
        'actor.name': { id: 'eve', level: 3, p_match: ' eve ' },
        'guests[*].id': [{ id: 'eve', level: 3, p_match: 'eve' }],
        names: [expect.objectContaining({ team: 'blue' })],
      },
    });
  });

  it('is absent where nothing matches: other case, objects, expired rows, other log types', () => {
    const table = tableOf({ text: people }, door(['user']));
    for (const user of ['ADA', 'bob', { id: 'ada' }, null, true, ''])
      expect(enriched(table, { user })).toBe(undefined);
    expect(createEnricher([table]).forLogType('Custom.Window')).toBe(undefined);
    expect(createEnricher([]).forLogType('Custom.Door')).toBe(undefined);
  });

  it('comes through the indicator of the key for every log type when none is named', () => {
    const spec = userSpec.replace('name: id, type: string', 'name: id, type: string, indicators: [email]');
    const table = tableOf({ spec, text: 'id,team\nAda@Example.com,blue' });
    expect(table.indicator).toBe('p_any_emails');
    expect(enriched(table, { p_any_emails: ['x@example.com', 'ada@example.COM'] })).toEqual({
      people: { p_any_emails: [{ id: 'Ada@Example.com', team: 'blue', p_match: 'ada@example.COM' }] },
    });
    expect(enriched({ ...table, ...door([]) }, { p_any_emails: ['ada@example.com'] })).toBeDefined();
  });

  it('gives no more than 100 rows for a selector', () => {
    const many = Array.from({ length: 150 }, (_, n) => `u${n}`);
    const table = tableOf({ text: `id\n${many.join('\n')}` }, door(['users']));
    expect(enriched(table, { users: many })).toMatchObject({ people: { users: { length: 100 } } });
  });
});

describe('a table of networks', () => {
  const table = tableOf({
    spec: networkSpec,
    text: 'cidr,site\n10.0.0.0/8,all\n10.1.0.0/16,house\n10.1.2.3,door\n2001:db8::/32,six\n::ffff:192.0.2.0/120,mapped',
  });
  const image = openTableImage(table.image);

  it.each([
    ['10.9.9.9', 'all'],
    ['10.1.9.9', 'house'],
    ['10.1.2.3', 'door'],
    ['10.1.2.4', 'house'],
    ['10.2.0.0', 'all'],
    ['::ffff:10.1.2.3', 'door'],
    ['10.1.2.3:443', 'door'],
    ['2001:db8::1', 'six'],
    ['[2001:db8::1]:443', 'six'],
    ['192.0.2.7', 'mapped'],
    ['11.0.0.0', undefined],
    ['9.255.255.255', undefined],
    ['2001:db9::', undefined],
    ['10.0.0', undefined],
    ['door', undefined],
  ])('answers %s with the narrowest network around it', (value, site) => {
    expect(image.find(value, now)?.['site']).toBe(site);
  });

  it('finds what a look at every network finds', () => {
    const octet = fc.integer({ min: 0, max: 3 });
    const network = fc
      .tuple(octet, octet, octet, octet, fc.integer({ min: 0, max: 32 }))
      .map(([a, b, c, d, prefix]) => `${a}.${b}.${c}.${d}/${prefix}`);
    fc.assert(
      fc.property(
        fc.uniqueArray(network, { maxLength: 12, selector: (text) => rowKeyOf(text, 'network') }),
        fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.')),
        (networks, address) => {
          const rows = networks.map((cidr) => ({ key: rowKeyOf(cidr, 'network') ?? '', row: { cidr } }));
          const found = openTableImage(buildTableImage(rows, 'network').image).find(address, now)?.['cidr'];
          const around = networks
            .filter((cidr) => isInNetwork(parseIpAddress(address)!, parseIpNetwork(cidr)!))
            .toSorted((a, b) => Number(b.split('/')[1]) - Number(a.split('/')[1]));
          expect(found).toBe(around[0]);
        },
      ),
    );
  });
});

describe('a selector', () => {
  it.each(['$', '$.', '$.a[', '$.a[x]', '$a', '', '$..a'])('%j cannot be read', (text) => {
    expect(compileSelector(text)).toBe(undefined);
  });
  it('reads keys with dots, and single elements', () => {
    const event = { 'a.b': { c: [{ d: 1 }, { d: 2 }] } };
    expect(compileSelector("$['a.b'].c[1].d")?.read(event)).toBe(2);
    expect(compileSelector('$.constructor.name')?.read(event)).toBe(undefined);
  });
});

it('the image of a table is refused when it is none', () => {
  expect(() => openTableImage(new SharedArrayBuffer(64))).toThrow('no lookup table');
});
