import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventShape } from '@margay/model';
import { catalogTableOf } from '../catalog/catalog.ts';
import { sampleShape } from '../testing/events.ts';
import { columnNameOf } from './layout.ts';
import { layoutOf, seedOf } from './make-layout.ts';
import { mergeShapes } from './merge-shapes.ts';
import { seedFromText, seedText } from './seed-schema.ts';

describe('a layout', () => {
  it('has one typed column per leaf and JSON text for the rest', () => {
    const { columns, table, logType } = layoutOf(seedOf('panther_logs', sampleShape));
    const typeOf = (name: string) => columns.find((column) => column.name === name)?.engineType;
    expect([table, logType]).toEqual(['test_sample', 'Test.Sample']);
    expect(typeOf('user:home:city')).toBe('Nullable(String)');
    expect(typeOf('seenAt')).toBe("Nullable(DateTime64(9, 'UTC'))");
    expect(typeOf('ports')).toBe('Array(Int32)');
    expect(columns.find((column) => column.name === 'items')?.cell).toBe('json');
    expect(columns.slice(-2).map((column) => column.role)).toEqual(['raw', 'overflow']);
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
  });

  it('keeps the raw line with the events only, and the detection columns away from them', () => {
    const logs = layoutOf(seedOf('panther_logs', sampleShape));
    const signals = layoutOf(seedOf('panther_signals', sampleShape));
    expect(logs.columns.some((column) => column.name === 'p_rule_id')).toBe(false);
    expect(signals.columns.some((column) => column.name === 'p_rule_id')).toBe(true);
    expect(signals.columns.some((column) => column.role === 'raw')).toBe(false);
    expect(catalogTableOf(signals).rawColumn).toBeUndefined();
  });

  it('gives every logical column its storage', () => {
    const table = catalogTableOf(layoutOf(seedOf('panther_logs', sampleShape)));
    const storageOf = (name: string) => table.columns.find((column) => column.name === name)?.storage;
    expect(storageOf('anything')).toEqual({ kind: 'json', column: 'anything' });
    expect(storageOf('tags')).toEqual({ kind: 'column', column: 'tags', engineType: 'Array(String)' });
    expect(storageOf('user')).toEqual({
      kind: 'leaves',
      leaves: {
        id: { kind: 'column', column: 'user:id', engineType: 'Nullable(String)' },
        'a.b:c%': { kind: 'column', column: 'user:a%2eb%3ac%25', engineType: 'Nullable(String)' },
        home: {
          kind: 'leaves',
          leaves: { city: { kind: 'column', column: 'user:home:city', engineType: 'Nullable(String)' } },
        },
      },
    });
    expect(table.columns.filter((column) => column.isStandard).map((column) => column.name)).toContain(
      'p_udm',
    );
  });

  it('does not let a schema take the place of a standard field', () => {
    const shape: EventShape = { ...sampleShape, fields: [{ name: 'p_row_id', type: { kind: 'int' } }] };
    const { columns } = layoutOf(seedOf('panther_logs', shape));
    expect(columns.filter((column) => column.name === 'p_row_id').map((column) => column.cell)).toEqual([
      'string',
    ]);
  });
});

describe('groups', () => {
  const groupBy = [['name'], ['user', 'home', 'city'], ['tags'], ['anything'], ['p_row_id'], ['gone']];
  const shape: EventShape = { ...sampleShape, groupBy };

  it('are columns of one value; what a schema cannot have named groups nothing', () => {
    expect(layoutOf(seedOf('panther_logs', shape)).groupColumns).toEqual(['name', 'user:home:city']);
    expect(layoutOf(seedOf('panther_logs', { ...shape, groupBy: [['tags']] }))).not.toHaveProperty(
      'groupColumns',
    );
  });

  it('belong to events themselves, and to the table, whatever later versions say', () => {
    expect(layoutOf(seedOf('panther_rule_matches', shape))).not.toHaveProperty('groupColumns');
    expect(layoutOf(seedOf('panther_lookups', shape))).not.toHaveProperty('groupColumns');
    const seed = seedOf('panther_logs', shape);
    expect(seed.shape).not.toHaveProperty('groupBy');
    expect(seedFromText(seedText(seed))).toEqual(seed);
  });
});

describe('column names', () => {
  it('differ whenever the paths do, and hold no dot', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', ':', '.', '%', '2', 'e'),
      minLength: 1,
      maxLength: 4,
    });
    const path = fc.array(part, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(path, path, (a, b) => {
        expect(columnNameOf(a)).not.toContain('.');
        expect(columnNameOf(a) === columnNameOf(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });
});

describe('shapes of two versions', () => {
  const shapeOf = (fields: EventShape['fields']): EventShape => ({ logType: 'A.B', version: 1, fields });

  it('merge to one that has the fields of both', () => {
    const merged = mergeShapes(
      shapeOf([
        { name: 'gone', type: { kind: 'string' } },
        { name: 'o', type: { kind: 'object', fields: [{ name: 'x', type: { kind: 'int' } }] } },
      ]),
      {
        ...shapeOf([{ name: 'o', type: { kind: 'object', fields: [{ name: 'y', type: { kind: 'int' } }] } }]),
        version: 2,
      },
    );
    expect(merged.version).toBe(2);
    expect(merged.fields.map((field) => field.name)).toEqual(['gone', 'o']);
    expect(JSON.stringify(merged.fields[1])).toContain('"x"');
    expect(JSON.stringify(merged.fields[1])).toContain('"y"');
  });

  it('keep the first type of a field whose type changed', () => {
    const merged = mergeShapes(
      shapeOf([{ name: 'f', type: { kind: 'int' } }]),
      shapeOf([{ name: 'f', type: { kind: 'object', fields: [] } }]),
    );
    expect(merged.fields).toEqual([{ name: 'f', type: { kind: 'int' } }]);
  });
});

describe('the seed beside a table', () => {
  it('comes back as it was, and anything else is not taken for one', () => {
    const seed = seedOf('panther_logs', sampleShape);
    expect(seedFromText(seedText(seed))).toEqual(seed);
    for (const text of ['', '{}', 'null', '{"margay":2}', '{"margay":1,"seed":{"table":"x"}}', 'not json']) {
      expect(seedFromText(text)).toBeUndefined();
    }
  });
});
