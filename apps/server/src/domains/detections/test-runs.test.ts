import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from '../../server.ts';
import { consoleOf } from '../../testing/console-client.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';
import { startServerOn } from '../../testing/server-on.ts';

const putRule = 'mutation ($input: PutRuleInput!) { putRule(input: $input) { versionId } }';
const putHelper =
  'mutation ($input: PutGlobalHelperInput!) { putGlobalHelper(input: $input) { __typename } }';
const list = `query ($input: ListDetectionsInput!) { detections(input: $input) {
  detections { id testRun { failed total isOutdated } } paging { totalItems } } }`;
const Reply = z.object({
  detections: z.object({
    detections: z.array(
      z.object({
        id: z.string(),
        testRun: z.object({ failed: z.number(), total: z.number(), isOutdated: z.boolean() }).nullable(),
      }),
    ),
    paging: z.object({ totalItems: z.number() }),
  }),
});

const test = (name: string, expectedResult: boolean) => ({
  name,
  expectedResult,
  resource: '{"name": "StopLogging"}',
  mocks: [],
});
const ruleOf = (id: string, body: string, more: Record<string, unknown> = {}) => ({
  id,
  isNew: true,
  enabled: false,
  severity: 'LOW',
  logTypes: ['Custom.Any'],
  body,
  ...more,
});

describe('unit tests of stored detections', () => {
  let folder: string;
  let server: RunningServer;
  let ask: Awaited<ReturnType<typeof consoleOf>>;
  const must = async (document: string, input: unknown) => {
    const { data, errors } = await ask(document, { input });
    expect(errors).toBeUndefined();
    return data;
  };
  const listed = async (input: Record<string, unknown> = {}) =>
    Reply.parse(await must(list, { sortBy: 'id', sortDir: 'ascending', ...input })).detections;
  const runs = async (input: Record<string, unknown> = {}) =>
    Object.fromEntries(
      (await listed(input)).detections.map(({ id, testRun }) => [
        id,
        testRun && `${testRun.failed} of ${testRun.total}${testRun.isOutdated ? ', outdated' : ''}`,
      ]),
    );
  /** Runs come a moment after the change. */
  const become = (expected: Record<string, string>, input: Record<string, unknown> = {}) =>
    vi.waitFor(async () => expect(await runs(input)).toEqual(expected), { timeout: 30_000, interval: 100 });

  beforeAll(async () => {
    folder = await newDataFolder('margay-test-runs-');
    server = await startServerOn(folder);
    ask = await consoleOf(server);
    await must(
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
      { name: 'Custom.Any', spec: 'fields: [{ name: name, type: string }]' },
    );
    await must(putHelper, { id: 'watched', isNew: true, body: 'def is_watched(name):\n    return True\n' });
    await must(
      putRule,
      ruleOf('Failing', 'def rule(event):\n    return event["name"] == "StopLogging"\n', {
        tests: [test('right', true), test('wrong', false)],
      }),
    );
    await must(
      putRule,
      ruleOf(
        'Passing',
        'from watched import is_watched\ndef rule(event):\n    return is_watched(event["name"])\n',
        {
          tests: [test('right', true)],
        },
      ),
    );
    await must(putRule, ruleOf('Untested', 'def rule(event):\n    return False\n'));
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('run after each save, of detections that are off too, and lists find them by how they went', async () => {
    await become({ Failing: '1 of 2', Passing: '0 of 1', Untested: '0 of 0' });
    expect(await runs({ testStates: ['FAILING'] })).toEqual({ Failing: '1 of 2' });
    expect(await runs({ testStates: ['PASSING'] })).toEqual({ Passing: '0 of 1' });
    expect(await runs({ testStates: ['NO_TESTS', 'FAILING'] })).toEqual({
      Failing: '1 of 2',
      Untested: '0 of 0',
    });
    const { paging } = await listed({ testStates: ['FAILING'], pageSize: 1 });
    expect(paging.totalItems).toBe(1);
  });

  it('run again where a helper they use has changed, and only there', async () => {
    const ranAt = async (id: string) => {
      const { data } = await ask('query ($id: ID!) { rule(input: { id: $id }) { testRun { ranAt } } }', {
        id,
      });
      return z.object({ rule: z.object({ testRun: z.object({ ranAt: z.string() }) }) }).parse(data).rule
        .testRun.ranAt;
    };
    const before = await ranAt('Failing');
    await must(putHelper, { id: 'watched', body: 'def is_watched(name):\n    return False\n' });
    await become({ Failing: '1 of 2', Passing: '1 of 1', Untested: '0 of 0' });
    expect(await ranAt('Failing')).toBe(before);
  });

  it('are kept over a restart, and forgotten with the detection', async () => {
    await must('mutation ($input: IdsInput!) { deleteDetections(input: $input) { ids } }', {
      ids: ['Untested'],
    });
    await server.stop();
    server = await startServerOn(folder);
    ask = await consoleOf(server);
    expect(await runs()).toEqual({ Failing: '1 of 2', Passing: '1 of 1' });
    await vi.waitFor(async () => {
      const rows = await server.platform.store.query('select 1 from detection_test_runs');
      expect(rows).toHaveLength(2);
    });
  });
});

describe('detections found by their code', () => {
  let folder: string;
  let server: RunningServer;
  let ask: Awaited<ReturnType<typeof consoleOf>>;
  beforeAll(async () => {
    folder = await newDataFolder('margay-code-');
    server = await startServerOn(folder);
    ask = await consoleOf(server);
    await ask(
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
      { input: { name: 'Custom.Any', spec: 'fields: [{ name: name, type: string }]' } },
    );
    const body = 'def rule(event):\n    # Is_External\n    return is_external(event["ip"])\n';
    await ask(putRule, { input: ruleOf('Outside', body) });
    await ask(putRule, { input: ruleOf('Other', 'def rule(event):\n    return False\n') });
    await ask(putRule, {
      input: {
        id: 'Outside.Derived',
        isNew: true,
        enabled: false,
        severity: 'HIGH',
        baseDetection: 'Outside',
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('with the first line that holds it, also where the code is that of a base', async () => {
    const find = async (code: string) => {
      const { data, errors } = await ask(
        `query ($code: String!, $input: ListDetectionsInput!) { detections(input: $input) {
          detections { id codeLine(contains: $code) { line text count } } } }`,
        { code, input: { codeContains: code, sortBy: 'id', sortDir: 'ascending' } },
      );
      expect(errors).toBeUndefined();
      return z.object({ detections: z.object({ detections: z.array(z.unknown()) }) }).parse(data).detections
        .detections;
    };
    const codeLine = { line: 2, text: '# Is_External', count: 2 };
    expect(await find('is_external')).toEqual([
      { id: 'Outside', codeLine },
      { id: 'Outside.Derived', codeLine },
    ]);
    expect(await find('100%_')).toEqual([]);
  });
});
