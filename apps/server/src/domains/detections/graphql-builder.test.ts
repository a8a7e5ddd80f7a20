import type { Permission } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import { actorWith, openTestDetections, ruleBody, ruleYaml, type TestDetections } from './testing.ts';

let test: TestDetections;
const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: false });

type Answer = Record<string, unknown>;
async function ask(query: string, variables: Answer = {}, held?: Permission[]) {
  const services = { detections: test.detections } as unknown as Services;
  const context = { actor: actorWith(held), services };
  const { body } = await handle({ query, variables }, context);
  const { data, errors } = body as { data: Answer | null; errors?: { message: string }[] };
  return { answer: Object.values(data ?? {})[0] as Answer, refusal: errors?.[0]?.message };
}

const simpleYaml = (id: string, logic: string) =>
  `AnalysisType: rule\nRuleID: ${id}\nEnabled: true\nSeverity: High\nLogTypes: [AWS.CloudTrail]\n${logic}`;

beforeAll(async () => {
  test = await openTestDetections();
  await test.upload({
    'rule.py': ruleBody,
    'plain.yml': ruleYaml('Plain', 'CreatedBy: The content team\nOnlyUseBaseRiskScore: true\n'),
    'derived.yml':
      'AnalysisType: rule\nRuleID: Derived\nBaseDetection: Plain\nSeverity: Critical\nThreshold: 7\n',
    'filtered.yml': ruleYaml(
      'Filtered',
      `InlineFilters:
  - { KeyPath: user.name, Condition: IsIn, Values: [ana, bob] }
  - { KeyPath: p_source_label, Condition: IsNotNullOrEmpty }
  - All:
      - { KeyPath: count, Condition: IsGreaterThan, Value: 2 }
  - { Enrichment: { Table: vpn, Selector: ip, FieldPath: known }, Condition: Equals, Value: true }
`,
    ),
    'either.yml': ruleYaml(
      'Either',
      'InlineFilters:\n  - Any:\n      - { KeyPath: a, Condition: Equals, Value: 1 }\n      - { KeyPath: b, Condition: Equals, Value: 1 }\n',
    ),
    'refused.yml': ruleYaml('Refused', 'InlineFilters:\n  - { KeyPath: a, Condition: Exists }\n'),
    'simple.yml': simpleYaml('Simple', 'Detection:\n  - { Key: door, Condition: Equals, Value: a }\n'),
    'none.yml': simpleYaml('NoTree', 'Detection:\n  - None:\n      - { Key: door, Condition: Exists }\n'),
    'long.yml': simpleYaml(
      'Long',
      'Detection:\n  - { Key: n, Condition: Equals, Value: 9007199254740993 }\n',
    ),
  });
}, 60_000);
afterAll(() => test.close());

const fields = `isSimpleDetection simpleDetectionBodyGUI { ruleBuilderCompatible tree reason } isConsoleCompatible specVersion filePath
  filterStatement { conditions { source target operator value targetTypeHint } }`;
const rule = async (id: string) =>
  (await ask(`query ($id: ID!) { rule(input: { id: $id }) { ${fields} } }`, { id })).answer;

describe('a detection', () => {
  it('[001-3.32] is told as the Rule Builder shows it, and whether the builder can', async () => {
    expect(await rule('Simple')).toMatchObject({
      isSimpleDetection: true,
      isConsoleCompatible: true,
      simpleDetectionBodyGUI: {
        ruleBuilderCompatible: true,
        tree: {
          conjunction: 'and',
          nodes: [{ target: { Key: 'door' }, operator: 'Equals', value: 'a' }],
        },
        reason: null,
      },
    });
    expect(await rule('NoTree')).toMatchObject({
      isConsoleCompatible: true, // as YAML
      simpleDetectionBodyGUI: {
        ruleBuilderCompatible: false,
        tree: null,
        reason: 'This detection contains legal YAML that cannot be represented in the Rule Builder',
      },
    });
    expect(await rule('Long')).toMatchObject({ simpleDetectionBodyGUI: { ruleBuilderCompatible: false } });
    expect(await rule('Plain')).toMatchObject({ simpleDetectionBodyGUI: null, isConsoleCompatible: true });
  });

  it('[001-3.33] tells where it comes from, who made it, and what it says otherwise than its base', async () => {
    const query = `query ($id: ID!) { rule(input: { id: $id }) { userOverrides baseDetection { id } onlyUseBaseRiskScore
      createdAt createdBy createdByExternal lastModified lastModifiedBy specVersion filePath } }`;
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const byAda = {
      createdAt: time,
      createdBy: 'ada',
      lastModified: time,
      lastModifiedBy: 'ada',
      specVersion: 1,
    };
    expect((await ask(query, { id: 'Plain' })).answer).toEqual({
      ...byAda,
      userOverrides: null,
      baseDetection: null,
      onlyUseBaseRiskScore: true,
      createdByExternal: 'The content team',
      filePath: 'plain.yml',
    });
    expect((await ask(query, { id: 'Derived' })).answer).toMatchObject({
      ...byAda,
      userOverrides: { severity: 'CRITICAL', threshold: 7 },
      baseDetection: { id: 'Plain' },
      filePath: 'derived.yml',
    });
  });

  it('[001-3.34] gives its inline filters as conditions, with where each field comes from', async () => {
    const { filterStatement } = await rule('Filtered');
    expect(filterStatement).toEqual({
      conditions: [
        {
          source: 'event',
          target: 'user.name',
          operator: 'IsIn',
          value: ['ana', 'bob'],
          targetTypeHint: 'string',
        },
        {
          source: 'panther',
          target: 'p_source_label',
          operator: 'IsNotNullOrEmpty',
          value: null,
          targetTypeHint: null,
        },
        { source: 'event', target: 'count', operator: 'IsGreaterThan', value: 2, targetTypeHint: 'bigint' },
        {
          source: 'enrichment',
          target: 'p_enrichment.vpn.ip.known',
          operator: 'Equals',
          value: true,
          targetTypeHint: 'boolean',
        },
      ],
    });
    expect(await rule('Either')).toMatchObject({ filterStatement: null, isConsoleCompatible: true });
    expect(await rule('Refused')).toMatchObject({ filterStatement: null, isConsoleCompatible: false });
    expect((await rule('Plain'))['filterStatement']).toBeNull();
  });
});

const convert = `mutation ($input: ConvertDetectionInput!) { convertDetection(input: $input) {
  simpleDetectionBody tree pythonBody ruleBuilderCompatible error { message } } }`;

describe('a conversion', () => {
  const input = {
    simpleDetectionBody:
      '- Any:\n    - Key: door\n      Condition: Equals\n      Value: a\n    - Key: n\n      Condition: IsGreaterThan\n      Value: 5\n',
    dynamicAlertTitle: 'Door {door}',
  };

  it('goes from YAML to the tree and to Python, and from the tree back to the same YAML', async () => {
    const { answer } = await ask(convert, { input });
    expect(answer).toMatchObject({ ruleBuilderCompatible: true, error: null });
    const back = await ask(convert, { input: { ...input, simpleDetectionBody: null, tree: answer['tree'] } });
    expect(back.answer).toEqual(answer);
    expect(answer['simpleDetectionBody']).toBe(input.simpleDetectionBody);
  });

  it('gives Python that says the same of events', async () => {
    const { answer } = await ask(convert, { input });
    const events = [{ door: 'a' }, { door: 'b', n: 6 }, { door: 'b', n: 5 }, {}];
    const outcome = async (logic: Answer) => {
      const tests = events.map((event, at) => ({
        name: `${at}`,
        expectedResult: true,
        resource: JSON.stringify(event),
      }));
      const draft = {
        id: 'Draft',
        enabled: true,
        severity: 'LOW',
        logTypes: ['AWS.CloudTrail'],
        tests,
        ...logic,
      };
      const { answer: tested } = await ask(
        `mutation ($input: PutRuleInput!) { testDetection(input: $input) { results { actualResult functions { name output } } } }`,
        { input: draft },
      );
      return (
        tested['results'] as { actualResult: boolean; functions: { name: string; output: string }[] }[]
      ).map(({ actualResult, functions }) => [
        actualResult,
        functions.find(({ name }) => name === 'title')?.output,
      ]);
    };
    const said = await outcome({ body: answer['pythonBody'] });
    expect(said).toEqual(await outcome(input));
    expect(said).toEqual([
      [true, 'Door a'],
      [true, 'Door b'],
      [false, undefined],
      [false, undefined],
    ]);
  }, 30_000);

  it('[001-3.54] [001-3.55] [002-9.33] tells of each test whether it passed, failed or broke', async () => {
    const bodyOf = (value: string) => `def rule(event):\n    return event.get('door') == ${value}\n`;
    const resultsOf = async (body: string) => {
      const { answer: tested } = await ask(
        `mutation ($input: PutRuleInput!) { testDetection(input: $input) { results { name passed result error } } }`,
        {
          input: {
            id: 'Draft',
            enabled: true,
            severity: 'LOW',
            logTypes: ['AWS.CloudTrail'],
            tests: [{ name: 'open', expectedResult: true, resource: '{"door":"a"}' }],
            body,
          },
        },
      );
      return tested['results'];
    };
    expect(await resultsOf(bodyOf('"a"'))).toEqual([
      { name: 'open', passed: true, result: 'PASS', error: null },
    ]);
    expect(await resultsOf(bodyOf('"b"'))).toMatchObject([{ name: 'open', passed: false, result: 'FAIL' }]);
    expect(await resultsOf('import no_such_module\n')).toMatchObject([
      { name: 'open', passed: false, result: 'ERROR', error: expect.stringContaining('no_such_module') },
    ]);
  }, 30_000);

  it('says what is wrong, and what the builder cannot show', async () => {
    const errorOf = async (given: Answer) => (await ask(convert, { input: given })).answer;
    expect(await errorOf({ simpleDetectionBody: '- Key: [' })).toMatchObject({
      tree: null,
      pythonBody: null,
      error: { message: expect.stringContaining('There is an error in your syntax') },
    });
    expect(await errorOf({ simpleDetectionBody: '- Key: a\n  Condition: Equal\n' })).toMatchObject({
      ruleBuilderCompatible: false,
      error: { message: expect.stringContaining('SD00200012') },
    });
    expect(
      await errorOf({ simpleDetectionBody: '- None:\n    - Key: a\n      Condition: Exists\n' }),
    ).toMatchObject({
      tree: null,
      pythonBody: expect.stringContaining('def rule'),
      ruleBuilderCompatible: false,
    });
    expect(await errorOf({ ...input, dynamicGroupBy: 'x' })).toMatchObject({
      error: { message: expect.stringContaining('dynamicGroupBy') },
    });
  });

  it('refuses what is no detection, and who may not read rules', async () => {
    const refused = async (given: Answer, held?: Permission[]) =>
      (await ask(convert, { input: given }, held)).refusal;
    expect(await refused({})).toContain('either simpleDetectionBody or tree');
    expect(await refused({ tree: { conjunction: 'xor', nodes: [] } })).toContain('tree.conjunction');
    let deep: object = { conjunction: 'and', nodes: [] };
    for (let depth = 0; depth < 60; depth++) deep = { conjunction: 'and', nodes: [deep] };
    expect(await refused({ tree: deep })).toContain('nested too deep');
    expect(await refused(input, ['PolicyRead'])).toMatch(/not authorized/i);
  });
});
