import { readdirSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCatalog } from '../../../testing/catalog.ts';
import type { TestEngine } from '../../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../../testing/engine.ts';
import { compilePantherFlow } from '../compile-pantherflow.ts';
import type { FlowFunction, FlowParameter } from './define.ts';
import { flowFunctions } from './index.ts';

/** Files of this folder that are no function. */
const helpers = new Set(['define.ts', 'index.ts', 'shared.ts']);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !helpers.has(file))
  .map((file) => file.slice(0, -3))
  .toSorted();

const options = { now: new Date('2025-06-01T00:00:00Z') };
const byName = flowFunctions.map((fn) => [fn.name, fn] as const);

describe('the list of functions', () => {
  it('has a file for each function and a line for each file', () => {
    const listed = flowFunctions.map((fn) => fn.name.replaceAll(/[._]/g, '-'));
    expect(listed.toSorted()).toEqual(files);
  });

  it.each(byName)('%s is documented and shows itself', (name, fn) => {
    expect(fn.doc).toMatch(/\.$/);
    expect(fn.examples.some(({ flow }) => flow.includes(`${name}(`))).toBe(true);
  });
});

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

function textOf({ kind }: FlowFunction, flow: string): string {
  return kind === 'aggregate'
    ? `datatable [{"x": 1}, {"x": 2}, {"x": 2}, {"x": null}] | summarize r = ${flow}`
    : `datatable [{"x": 1}] | project r = ${flow}`;
}

const examples = flowFunctions.flatMap((fn) =>
  fn.examples.map((example) => [example.flow, fn, example] as const),
);

describe('examples on the engine', () => {
  it.each(examples)('%s', async (flow, fn, { value }) => {
    const { query, diagnostics } = compilePantherFlow(textOf(fn, flow), testCatalog, options);
    expect(diagnostics).toEqual([]);
    const [row] = await engine.run(query!);
    if (typeof value === 'number') expect(row!.r).toBeCloseTo(value, 9);
    else expect(row!.r).toEqual(value);
  });
});

describe('SQL of the functions', () => {
  it('stays what was reviewed', async () => {
    const lines = examples.map(([flow, fn]) => {
      const { query } = compilePantherFlow(textOf(fn, flow), testCatalog, options);
      return `${flow}\n  ${query!.sql}\n  ${JSON.stringify(query!.params)}\n`;
    });
    await expect(lines.join('\n')).toMatchFileSnapshot('golden-sql.txt');
  });
});

/** Columns of every type and form of storage, some without a value in most rows, and computed values. */
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
  'userIdentity.extra',
  'requestParameters',
  'requestParameters.n',
  'requestParameters.big',
  'requestParameters.tags',
  'requestParameters.nested',
  'resources',
  'resources[0]',
  'resources[count]',
  'p_any_ip_addresses',
  'p_any_ip_addresses[0]',
  'p_udm.user.arns',
  'p_event_time - p_parse_time',
  'note',
  'nosuch',
  'null',
  'case(count > 5, 1, eventName)',
];

const fixed: Record<string, string> = {
  'ip.in_cidr cidr': "'10.0.0.0/8'",
  'agg.percentile_cont p': '0.5',
  're.replace r': "'x'",
  'snowflake.func name': "'TO_VARCHAR'",
  'snowflake.func argument': 'eventName',
};

function argument(fn: FlowFunction, param: FlowParameter, column: string): string {
  const known = fixed[`${fn.name} ${param.name}`];
  if (known) return known;
  if (param.type === 'pattern') return "'a'";
  if (param.type === 'fn') return `fn (x) { x == ${column} }`;
  return column;
}

async function runs(expressions: string[], stage = 'project'): Promise<void> {
  const items = expressions.map((expression, index) => `c${index} = ${expression}`).join(', ');
  const text = `aws_cloudtrail | ${stage} ${items}`;
  const { query, diagnostics } = compilePantherFlow(text, testCatalog, options);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect((await engine.run(query!)).length).toBeGreaterThan(0);
}

describe('no value can make the engine fail', () => {
  it.each(byName.filter(([name]) => name !== 'toscalar'))('%s takes any column', async (name, fn) => {
    const call = (column: string) =>
      `${name}(${fn.params.map((param) => argument(fn, param, column)).join(', ')})`;
    const pairs = name === 'object' ? (column: string) => `object('a', ${column}, ${column}, 1)` : call;
    await runs(columns.map(pairs), fn.kind === 'aggregate' ? 'summarize' : 'project');
  });

  // One column of each form of storage stands for its kind here: all pairs of all columns would take minutes.
  const kinds = [
    'eventName',
    'count',
    'readOnly',
    'p_event_time',
    'userIdentity',
    'requestParameters.n',
    'p_any_ip_addresses',
    'p_event_time - p_parse_time',
    'nosuch',
  ];
  it.each(['==', '!=', '<', '>=', '+', '-', '*', '/', '%', 'in', 'not in'])(
    '%s takes any two columns',
    async (operator) => {
      for (const left of kinds) await runs(kinds.map((right) => `(${left}) ${operator} (${right})`));
    },
  );

  it('conditions, groups, orders, keys and unions take any column', async () => {
    for (const column of [...kinds, 'note', 'requestParameters', 'resources']) {
      await runs([
        `not (${column})`,
        `(${column}) and (${column})`,
        `(${column}).a.b`,
        `(${column})[0]`,
        `(${column})['k']`,
      ]);
      await runs([`[${column}, 1]`, `{'k': ${column}}`, `(${column}) between (${column}) .. (${column})`]);
      for (const text of [
        `aws_cloudtrail | where ${column}`,
        `aws_cloudtrail | extend x = ${column} | summarize n = agg.count() by x | sort x desc`,
        `aws_cloudtrail | sort (${column}) desc, p_row_id | limit 2 | project eventName`,
        `aws_cloudtrail | extend userIdentity.x.y = ${column}, requestParameters.n = ${column}, eventName.z = ${column}`,
        `aws_cloudtrail | project a = ${column} | union (aws_cloudtrail | project a = count) | sort a`,
        `aws_cloudtrail | project a = ${column} | join kind=fullouter r = (aws_alb | project a = userIdentity.arn) on $left.a == $right.a`,
        `aws_cloudtrail | project a = ${column} | search 'x' or not 'y*z'`,
        `aws_cloudtrail | where toscalar(aws_cloudtrail | project a = ${column}) == (${column})`,
      ]) {
        const { query, diagnostics } = compilePantherFlow(text, testCatalog, options);
        expect(
          diagnostics.filter(({ severity }) => severity === 'error'),
          text,
        ).toEqual([]);
        await engine.run(query!).catch((error: unknown) => expect.fail(`${text}: ${String(error)}`));
      }
    }
  });
});
