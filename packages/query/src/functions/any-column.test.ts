import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { compileSql } from '../languages/sql/compile-sql.ts';
import { testCatalog } from '../testing/catalog.ts';
import type { TestEngine } from '../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../testing/engine.ts';
import type { Parameter } from './define.ts';
import { queryFunctions } from './index.ts';

const options = { now: new Date('2024-06-01T00:00:00Z') };

/** Columns of every type and form of storage, and some that have no value in most rows. */
const columns = [
  'eventName',
  'count',
  'ratio',
  'readOnly',
  'p_event_time',
  'p_parse_time',
  'userIdentity',
  'userIdentity.arn',
  'userIdentity.sessionContext.attempts',
  'requestParameters',
  'requestParameters.n',
  'requestParameters.tags',
  'resources',
  'resources[0]',
  'p_any_ip_addresses',
  'p_any_ip_addresses[0]',
  'p_udm.user.arns',
  'null',
];

/** Constants that the functions' own checks accept. */
const constants: Record<string, string> = {
  'in_cidr.range': "'10.0.0.0/8'",
  'percentile.share': '0.5',
  'time_slice.count': '5',
};

function argument(fn: string, param: Parameter, column: string): string {
  const fixed = constants[`${fn}.${param.name}`];
  if (fixed) return fixed;
  if (param.name === 'letters') return "'i'";
  if (param.type === 'unit') return "'hour'";
  if (param.type === 'literalText') return "'a'";
  if (param.type === 'literalNumber') return '1';
  return param.type === 'lambda' ? `x -> x = ${column}` : column;
}

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

async function runs(expressions: string[]): Promise<void> {
  const sql = `select ${expressions.map((expression, index) => `${expression} as c${index}`).join(', ')} from aws_cloudtrail`;
  const { query, diagnostics } = compileSql(sql, testCatalog, options);
  expect(diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
  const rows = await engine.run(query!);
  expect(rows.length).toBeGreaterThan(0);
}

describe('no value can make the engine fail', () => {
  it.each(queryFunctions.map((fn) => [fn.name, fn] as const))('%s takes any column', async (name, fn) => {
    const over = fn.kind === 'window' ? ' over (order by p_event_time)' : '';
    const call = (column: string) =>
      fn.name === 'like' || fn.name === 'ilike'
        ? `${column} ${name} ${column}`
        : `${name}(${fn.params.map((param) => argument(name, param, column)).join(', ')})${over}`;
    await runs(columns.map(call));
  });

  it.each(['varchar', 'number', 'double', 'boolean', 'timestamp', 'date', 'variant', 'array', 'object'])(
    'a cast to %s takes any column',
    async (type) => {
      await runs(columns.map((column) => `cast(${column} as ${type})`));
    },
  );

  it.each(['=', '<>', '<', '>=', 'is distinct from', 'is not distinct from', '||'])(
    '%s takes any two columns',
    async (operator) => {
      for (const left of columns) await runs(columns.map((right) => `${left} ${operator} ${right}`));
    },
  );

  it('conditions, groups, orders and unions take any column', async () => {
    for (const column of columns) {
      await runs([
        `case when ${column} then ${column} else null end`,
        `${column} is null`,
        `not ${column}`,
        `coalesce(${column}, ${column})`,
      ]);
      for (const other of columns) {
        const sql = `select ${column} as a from aws_cloudtrail union all select ${other} from aws_cloudtrail order by a`;
        expect(await engine.run(compileSql(sql, testCatalog, options).query!)).toHaveLength(6);
      }
      const grouped = compileSql(
        `select ${column} as a, count(*) as n from aws_cloudtrail group by a order by a desc`,
        testCatalog,
        options,
      );
      expect((await engine.run(grouped.query!)).length).toBeGreaterThan(0);
      const distinct = compileSql(`select distinct ${column} as a from aws_cloudtrail`, testCatalog, options);
      expect((await engine.run(distinct.query!)).length).toBeGreaterThan(0);
    }
  });
});
