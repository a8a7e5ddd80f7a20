import type { CatalogTable, ColumnStorage, FieldType } from '@margay/model';
import * as fc from 'fast-check';

import { catalogOf, testTable } from '../catalog.ts';

/** A value of an event: JSON, with whole numbers of any size as such. */
export type EventValue = string | number | bigint | boolean | null | EventValue[] | EventObject;
export interface EventObject {
  [key: string]: EventValue | undefined;
}

/** An event as it came, and the table it rests in. */
export interface LakeEvent {
  table: CatalogTable;
  id: string;
  /** As the lake writes it. */
  time: string;
  event: EventObject;
  raw: string;
}

const string: FieldType = { kind: 'string' };
const int: FieldType = { kind: 'int' };
const bigint: FieldType = { kind: 'bigint' };
const boolean: FieldType = { kind: 'boolean' };
const float: FieldType = { kind: 'float' };
const json: FieldType = { kind: 'json' };
const timestamp: FieldType = { kind: 'timestamp' };
const list = (element: FieldType): FieldType => ({ kind: 'array', element });
const object = (fields: Record<string, FieldType>): FieldType => ({
  kind: 'object',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
});

const standard = { p_event_time: timestamp, p_log_type: string, p_row_id: string };
const kept = { rawColumn: 'p_raw', overflowColumn: 'p_overflow' };

/** Every type of field, some with other types elsewhere, one spelled in capitals. */
const shop = testTable(
  'panther_logs',
  'shop',
  'Shop',
  {
    name: string,
    count: bigint,
    ratio: float,
    ok: boolean,
    at: timestamp,
    tags: list(string),
    nums: list(bigint),
    items: list(object({ id: string, n: int })),
    user: object({
      name: string,
      age: int,
      active: boolean,
      geo: object({ city: string, codes: list(string) }),
    }),
    extra: json,
    mixed: string,
    ip: string,
    ...standard,
  },
  { ...kept, groupedBy: ['name'], hasIdsApart: true },
);
const web = testTable(
  'panther_logs',
  'web',
  'Web',
  {
    name: string,
    count: string,
    ratio: int,
    ok: string,
    at: string,
    tags: json,
    user: json,
    mixed: int,
    ip: string,
    ...standard,
  },
  kept,
);
const sys = testTable(
  'panther_logs',
  'sys',
  'Sys',
  {
    Name: string,
    flag: boolean,
    'with space': string,
    mixed: json,
    count: int,
    since: timestamp,
    ...standard,
  },
  kept,
);
const matches = testTable('panther_rule_matches', 'shop', 'Shop', {
  name: string,
  count: bigint,
  tags: list(string),
  user: object({ name: string }),
  ...standard,
  p_rule_id: string,
});

export const lakeTables: readonly CatalogTable[] = [shop, web, sys, matches];
export const lakeCatalog = catalogOf([...lakeTables]);

export const words = [
  'alpha',
  'Alpha',
  'ALPHA beta',
  'beta-gamma',
  'größe',
  'GRÖSSE',
  'naïve',
  '日本',
  "o'clock",
  'say "hi"',
  'a\\b',
  'path/to/x',
  '50%',
  'a_b',
  'line\nbreak',
  '',
  'true',
  'False',
  '1',
  '0',
  '7',
  '-2.5',
  '9007199254740993',
  '2024-01-01T00:00:00Z',
  '[1]',
  '{"k":1}',
  '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
  '5E6F',
  'x_1a2b3c4d',
];
export const addresses = [
  '10.0.0.1',
  '10.255.0.9',
  '192.168.1.1',
  '2001:db8::1',
  '2001:DB8:0:0::2',
  'host',
  '10.0.0',
  '',
];
export const numbers = [0, 1, -1, 7, 200, 404, -2.5, 0.5, 2147483647];
const wholes: (number | bigint)[] = [
  0,
  1,
  -1,
  7,
  200,
  404,
  2147483647,
  9_007_199_254_740_993n,
  -9_223_372_036_854_775_808n,
];
export const times = ['2024-01-01T00:00:00.000Z', '2024-02-29T12:30:45.123Z', '1999-12-31T23:59:59.999Z'];

const text = fc.constantFrom(...words);
const anyScalar: fc.Arbitrary<EventValue> = fc.oneof(
  text,
  fc.constantFrom(...addresses),
  fc.constantFrom(...numbers),
  fc.constantFrom(...wholes),
  fc.boolean(),
  fc.constant(null),
);
const anything: fc.Arbitrary<EventValue> = fc.oneof(
  { weight: 4, arbitrary: anyScalar },
  fc.array(anyScalar, { maxLength: 3 }),
  fc.record(
    { k: anyScalar, list: fc.array(anyScalar, { maxLength: 3 }), inner: fc.record({ Key: anyScalar }) },
    { requiredKeys: [] },
  ),
);

function valueOf(type: FieldType, name: string): fc.Arbitrary<EventValue> {
  switch (type.kind) {
    case 'string':
      if (name === 'p_rule_id') return fc.constantFrom('Rule.One', 'Rule.Two');
      return name === 'ip' ? fc.constantFrom(...addresses) : text;
    case 'int':
    case 'smallint':
      return fc.constantFrom(0, 1, -1, 7, 200, 404, 2147483647);
    case 'bigint':
      return fc.constantFrom(...wholes);
    case 'float':
      return fc.constantFrom(...numbers);
    case 'boolean':
      return fc.boolean();
    case 'timestamp':
      return fc.constantFrom(...times);
    case 'array':
      return fc.array(valueOf(type.element, ''), { maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(type.fields.map((field) => [field.name, orNull(valueOf(field.type, field.name))])),
        { requiredKeys: [] },
      );
    case 'json':
      return anything;
  }
}

const orNull = (value: fc.Arbitrary<EventValue>) => fc.option(value, { freq: 6 });

function eventOf(table: CatalogTable): fc.Arbitrary<EventObject> {
  const known = table.columns
    .filter(({ name }) => !name.startsWith('p_') || name === 'p_rule_id')
    .map(({ name, type }) => [name, orNull(valueOf(type, name))] as const);
  const unknown = table.overflowColumn
    ? [
        ['note', orNull(anything)] as const,
        ['deep', orNull(fc.record({ key: anything }))] as const,
        ...(table === sys ? [['user', orNull(fc.record({ name: anyScalar }))] as const] : []),
      ]
    : [];
  return fc
    .tuple(fc.record(Object.fromEntries([...known, ...unknown]), { requiredKeys: [] }), orNull(anyScalar))
    .map(([event, nick]) => {
      const { user } = event;
      const isObject = typeof user === 'object' && user !== null && !Array.isArray(user);
      return table === shop && isObject ? { ...event, user: { ...user, nick } } : event;
    });
}

/**
 * So many events of each table; the same seed gives the same. Of the matches every other one is of the event of that
 * number, the rest of events that the lake no longer has.
 */
export function eventsOfLake(perTable: number, seed: number): LakeEvent[] {
  return lakeTables.flatMap((table, number) => {
    const some = fc.sample(eventOf(table), { numRuns: perTable, seed: seed + number });
    return some.map((event, index): LakeEvent => {
      const source = table === matches && index % 2 === 0 ? 0 : number;
      return {
        table,
        id: `${lakeTables[source]!.database}.${lakeTables[source]!.name}.${index}`,
        time: `2024-05-01 00:00:00.${String(source * perTable + index).padStart(9, '0')}`,
        event,
        raw: jsonOf(event),
      };
    });
  });
}

/** Compact JSON that keeps every digit. */
export function jsonOf(value: EventValue): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
  );
}

/** The event as the lake keeps it: fields of the schema in columns, the others beside them. */
export function storedRow({ table, id, time, event, raw }: LakeEvent): Record<string, unknown> {
  const row: Record<string, unknown> = {
    p_event_time: time,
    p_log_type: table.logType,
    p_row_id: id,
  };
  const rest: EventObject = { ...event };
  for (const { name, type, storage } of table.columns) {
    const value = event[name];
    const left = store(value ?? null, type, storage, row);
    if (name in rest) {
      if (left === undefined) delete rest[name];
      else rest[name] = left;
    }
  }
  if (table.rawColumn) row[table.rawColumn] = raw;
  if (table.overflowColumn) row[table.overflowColumn] = Object.keys(rest).length > 0 ? jsonOf(rest) : '';
  return row;
}

/** Puts the value into its columns; what has none comes back. */
function store(
  value: EventValue,
  type: FieldType,
  storage: ColumnStorage,
  row: Record<string, unknown>,
): EventValue | undefined {
  if (storage.kind === 'leaves') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const rest: EventObject = { ...value };
    for (const [name, leaf] of Object.entries(storage.leaves)) {
      const field = type.kind === 'object' ? type.fields.find((known) => known.name === name) : undefined;
      const left = store(value[name] ?? null, field!.type, leaf, row);
      if (left === undefined) delete rest[name];
      else rest[name] = left;
    }
    return Object.keys(rest).length > 0 ? rest : undefined;
  }
  if (value === null) return undefined;
  const cell = storage.kind === 'json' ? jsonOf(value) : cellOf(value, type);
  row[storage.column] = cell;
  return undefined;
}

function cellOf(value: EventValue, type: FieldType): unknown {
  if (Array.isArray(value)) return value.map((item) => cellOf(item, type));
  if (typeof value === 'bigint') return String(value);
  return type.kind === 'timestamp' ? String(value).replace('T', ' ').replace('Z', '') : value;
}
