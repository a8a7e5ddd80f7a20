import { pushOrLong } from '@margay/kit/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { toClickHouse } from '../dialects/clickhouse/to-clickhouse.ts';
import type { Relation } from '../ir/relation.ts';
import type { TestEngine } from '../testing/engine.ts';
import { openTestEngine } from '../testing/engine.ts';
import { compilePantherFlow } from './pantherflow/compile-pantherflow.ts';
import { flowOfFilters } from './pantherflow/of-filters.ts';
import { compileSimpleSearch } from './simple/compile-simple.ts';
import { operatorNamed, simpleOperators } from './simple/operators/index.ts';
import type { FilterNode, SimpleFilters } from './simple/schema.ts';
import { searchRequestSchema } from './simple/schema.ts';
import { chosenTables } from './simple/sources.ts';
import { compileSql } from './sql/compile-sql.ts';
import { sqlOfFilters } from './sql/of-filters.ts';
import type { Untranslatable } from './translation.ts';
import type { Scope } from '../testing/differential/filters.ts';
import { anyFilters, anyScope, everywhere, valueFor } from '../testing/differential/filters.ts';
import type { LakeEvent } from '../testing/differential/lake.ts';
import { eventsOfLake, lakeCatalog, lakeTables, storedRow } from '../testing/differential/lake.ts';
import { idsFulfilling, LeftOpen } from '../testing/differential/witness.ts';

const now = new Date('2024-06-01T00:00:00Z');
const seed = fc.readConfigureGlobal().seed ?? 1;
const events: LakeEvent[] = eventsOfLake(80, seed);

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine(lakeTables);
  for (const table of lakeTables) {
    const rows = events.map((event) => storedRow(event)).filter((_, index) => events[index]!.table === table);
    await engine.insert(`${table.database}.${table.name}`, rows);
  }
});
afterAll(() => engine.close());

/** One way of asking: the text, if it is one, and what it means. */
interface Way {
  language: string;
  text: string;
  relation: Relation;
}

interface Asked {
  filters: SimpleFilters;
  ways: Way[];
  untranslatable: Untranslatable[];
}

function asked(filters: SimpleFilters, scope: Scope): Asked {
  const text = JSON.stringify(filters);
  const form = { ...scope, filters };
  const request = searchRequestSchema.parse({ ...scope, filters: text, limit: 10_000 });
  const simple = compileSimpleSearch(request, lakeCatalog, { now });
  const flow = flowOfFilters(form, lakeCatalog);
  const sql = sqlOfFilters(form, lakeCatalog);
  const bare = compileSimpleSearch({ ...request, filters: '' }, lakeCatalog, { now });
  const source = () => bare.relation;
  const compiledFlow =
    flow.text === undefined ? undefined : compilePantherFlow(flow.text, lakeCatalog, { now, source });
  const compiledSql = compileSql(sql.text ?? '', lakeCatalog, { now });
  const ways = [
    way('form', text, simple),
    ...(compiledFlow ? [way('PantherFlow', flow.text!, compiledFlow)] : []),
    way('SQL', sql.text ?? JSON.stringify(sql.untranslatable), compiledSql),
  ];
  return { filters, ways, untranslatable: flow.untranslatable ?? [] };
}

function way(
  language: string,
  text: string,
  { relation, diagnostics }: { relation?: Relation; diagnostics: { severity: string; message: string }[] },
): Way {
  const faults = diagnostics.filter(({ severity }) => severity === 'error');
  if (!relation || faults.length > 0)
    throw new Error(`${language} is refused: ${faults.map(({ message }) => message).join(' ')}\n${text}`);
  return { language, text, relation };
}

/** The rows without their order and without what shows columns of them: neither changes which rows they are. */
function bareRows(relation: Relation): Relation {
  if (relation.kind === 'sort') return bareRows(relation.input);
  if (relation.kind !== 'project') return relation;
  const id = relation.columns.find(({ name }) => name === 'p_row_id')?.value;
  return id?.kind === 'column' && id.name === 'p_row_id' ? bareRows(relation.input) : relation;
}

const idsAs = (at: number, input: Relation): Relation => ({
  kind: 'project',
  input,
  columns: [
    { name: 'at', value: { kind: 'literal', value: at, type: { kind: 'bigint' } } },
    { name: 'id', value: { kind: 'column', name: 'p_row_id' } },
  ],
});

/**
 * What each of the relations finds, asked for in one query. Almost all of its time goes into planning, so those that come
 * to the same text, as a form and its SQL often do, are asked once.
 */
async function idsOf(relations: readonly Relation[]): Promise<string[][]> {
  const askedAt = new Map<string, number>();
  const inputs: Relation[] = [];
  const places = relations.map((relation) => {
    const rows = bareRows(relation);
    const { sql, params } = toClickHouse(idsAs(0, rows), lakeCatalog);
    const text = JSON.stringify([sql, params]);
    const at = askedAt.get(text) ?? inputs.length;
    if (at === inputs.length) inputs.push(idsAs(at, rows));
    askedAt.set(text, at);
    return at;
  });
  const rows = await engine.run(toClickHouse({ kind: 'union', match: 'name', inputs }, lakeCatalog));
  const found = inputs.map((): string[] => []);
  for (const { at, id } of rows) found[Number(at)]!.push(String(id));
  const sorted = found.map((ids) => ids.toSorted());
  return places.map((at) => sorted[at]!);
}

/** Undefined where only the languages are compared with each other. */
function readPlainly(inScope: readonly LakeEvent[], filters: SimpleFilters): string[] | undefined {
  try {
    return idsFulfilling(inScope, filters).toSorted();
  } catch (thrown) {
    if (thrown instanceof LeftOpen) return undefined;
    throw thrown;
  }
}

/** Throws where two ways differ, with both texts and the events in question. */
async function compareAll(
  all: readonly SimpleFilters[],
  scope: Scope,
  tally: (one: Asked, found: number) => void,
) {
  const cases = all.map((filters) => asked(filters, scope));
  const found = await idsOf(cases.flatMap(({ ways }) => ways.map(({ relation }) => relation)));
  const { databases, tables } = scope;
  const searched = new Set(chosenTables(lakeCatalog, databases, tables).tables);
  const inScope = events.filter(({ table }) => searched.has(table));
  for (const one of cases) {
    const [form] = found;
    const expected = readPlainly(inScope, one.filters) ?? form!;
    for (const { language, text } of one.ways) {
      const ids = found.shift()!;
      const other = [...new Set([...ids, ...expected])].filter(
        (id) => ids.includes(id) !== expected.includes(id),
      );
      if (other.length === 0 && ids.length === expected.length) continue;
      const shown = other.slice(0, 3).map((id) => {
        const event = inScope.find((candidate) => candidate.id === id)!;
        return `${ids.includes(id) ? 'found' : 'not found'}: ${id} ${event.raw}`;
      });
      throw new Error(
        `${language} finds ${ids.length}, the reading of the events ${expected.length} (${other.length} differ).\n${JSON.stringify(one.filters)}\n${text}\n${shown.join('\n')}`,
      );
    }
    tally(one, expected.length);
  }
}

/** The long form is minutes of processor time, and not alone on its machine. */
const longestMs = pushOrLong(180_000, 3_600_000);

/**
 * Every filter is up to three queries over four tables, some twelve seconds of processor time for 500: fewer would leave
 * out pairs of operator and type, and each such pair is SQL of its own.
 */
describe('a search as form, PantherFlow and SQL', () => {
  it(
    'finds the same events, those that a plain reading of the lines finds',
    async () => {
      const tally = { asked: 0, inFlow: 0, narrowing: 0 };
      const count = ({ untranslatable }: Asked, found: number) => {
        tally.asked++;
        if (untranslatable.length === 0) tally.inFlow++;
        if (found > 0 && found < events.length) tally.narrowing++;
      };
      await fc.assert(
        fc.asyncProperty(anyScope, fc.array(anyFilters, { minLength: 25, maxLength: 25 }), (scope, all) =>
          // Events with their findings are long queries.
          compareAll(scope === everywhere ? all.slice(0, 5) : all, scope, count),
        ),
        // A message names the filter, so there is nothing to shrink.
        { numRuns: pushOrLong(26, 520), endOnFailure: true },
      );
      expect(tally.inFlow).toBeGreaterThan(tally.asked * 0.6);
      expect(tally.narrowing).toBeGreaterThan(tally.asked * 0.4);
    },
    longestMs,
  );

  it('has words in SQL for every condition, and in PantherFlow for all but those about the whole row', () => {
    const form = (and: FilterNode[]) => ({ databases: [], tables: [], filters: { and } });
    const missing = simpleOperators.flatMap(({ id, columnType }) => {
      const field = {
        string: 'name',
        number: 'ratio',
        array: 'tags',
        boolean: 'flag',
        time: 'since',
        object: 'extra',
        universal: 'name',
        row: '',
      }[columnType];
      const value = fc.sample(valueFor(operatorNamed(id)!), { numRuns: 1, seed: 1 })[0];
      const condition = {
        ...(field === '' ? {} : { target: field }),
        operator: id,
        ...(value === undefined ? {} : { value: JSON.stringify(value) }),
      };
      const sql = sqlOfFilters(form([condition]), lakeCatalog);
      const flow = flowOfFilters(form([condition]), lakeCatalog);
      return [
        ...(sql.untranslatable ? [`SQL ${id}`] : []),
        ...(flow.untranslatable ? [`PantherFlow ${id}`] : []),
      ];
    });
    expect(missing).toEqual([
      'PantherFlow row-contains',
      'PantherFlow row-like',
      'PantherFlow row-regexp-contains',
    ]);
  });
});
