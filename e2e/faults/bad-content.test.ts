import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startTestServer, type Refusal, type TestServer } from '../support/server.ts';

const putSchema =
  'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { revision } } }';
const putRule = 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id versionId } }';
const upload =
  'mutation ($input: UploadDetectionContentInput!) { uploadDetectionContent(input: $input) { verdicts { file id kind verdict reason } } }';
const goodSpec = `version: 0
fields:
  - { name: door, type: string, required: true }
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
`;
const goodBody = 'def rule(event):\n    return event.get("door") == "a"\n';
const goodRule = {
  id: 'Good.Rule',
  isNew: true,
  enabled: true,
  severity: 'LOW',
  logTypes: ['Custom.Doors'],
  body: goodBody,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.graphql(putSchema, { input: { name: 'Custom.Doors', spec: goodSpec } });
  await server.graphql(putRule, { input: goodRule });
  await server.graphql(upload, {
    input: {
      files: [
        { path: 'help.yml', text: 'AnalysisType: global\nGlobalID: good_help\nFilename: help.py\n' },
        { path: 'help.py', text: 'def yes():\n    return True\n' },
      ],
    },
  });
});
afterAll(() => server.stop());

/** Everything a bad change could leave behind. */
const everything = () =>
  server.graphql<Record<string, unknown>>(`{
    schemas { name revision version spec isArchived }
    detections(input: { pageSize: 1000, sortBy: id }) { detections { id versionId enabled loadError body } }
    listGlobalHelpers { id body lastModified }
    detectionVersions(id: "Good.Rule") { versionId }
  }`);

/** Tries a change that must be refused, and proves that it changed nothing. */
async function refusedWhole(query: string, input: unknown): Promise<Refusal> {
  const before = await everything();
  const refusals = await server.refusals(query, { input });
  expect(refusals, 'it was not refused').toHaveLength(1);
  expect(await everything()).toEqual(before);
  const [refusal] = refusals;
  if (refusal === undefined) throw new Error('no refusal');
  expect(refusal.extensions['statusCode'], refusal.message).toSatisfy(
    (status: number) => status >= 400 && status < 500,
  );
  return refusal;
}

const Problems = z.object({
  problems: z
    .array(
      z.object({
        path: z.string(),
        line: z.int().min(1),
        column: z.int().min(1),
        message: z.string().min(10),
        remedy: z.string().min(5),
      }),
    )
    .min(1),
});

describe('schemas', () => {
  const field = (text: string) => `fields:\n  - { ${text} }\n`;
  const anchors = Array.from({ length: 12 }, (_, i) =>
    i === 0 ? 'a0: &a0 [x, x]' : `a${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`,
  ).join('\n');

  /** Text, the line the message must point at (0: anywhere), and what it must name. */
  const bad: [string, string, number, RegExp][] = [
    ['a bracket that is not closed', 'fields: [\n  { name: a', 0, /InvalidSyntax|YAML|flow/i],
    ['a tab as indent', 'fields:\n\t- name: a\n', 2, /tab/i],
    ['the same key twice', 'fields: []\nfields: []\n', 2, /unique|twice|fields/i],
    ['an alias of nothing', 'fields: *nothing\n', 1, /nothing|alias/i],
    ['a thousand million aliases', `${anchors}\nfields: *a11\n`, 0, /alias|not known|unknown/i],
    [
      '3,000 nested lists',
      `fields: ${'['.repeat(3000)}${']'.repeat(3000)}\n`,
      0,
      /nested (more than 200 levels|too) deep/,
    ],
    ['nothing', '', 0, /empty/],
    ['a list', '- a\n', 1, /schema/i],
    ['a text', 'just text\n', 1, /schema/i],
    ['no fields', 'version: 0\n', 0, /fields/],
    ['fields that are no list', 'fields: 3\n', 1, /fields/],
    ['another version', `version: 7\n${goodSpec.split('\n').slice(1).join('\n')}`, 1, /version/],
    ['an unknown key', `${goodSpec}colour: red\n`, 5, /colour/],
    ['an unknown type', field('name: a, type: colour'), 2, /colour/],
    ['a field without a type', field('name: a'), 2, /type/],
    ['a field without a name', field('type: string'), 2, /name/],
    ['a field twice', 'fields:\n  - { name: a, type: string }\n  - { name: a, type: int }\n', 3, /"?a"?/],
    ['a name that is a prototype', field('name: __proto__, type: colour'), 2, /__proto__|colour/],
    ['a reserved name', field('name: p_row_id, type: string'), 2, /p_/],
    ['a time without a format', field('name: a, type: timestamp'), 2, /timeFormat/],
    [
      'a format that is none',
      field("name: a, type: timestamp, timeFormat: '%Q%!'"),
      2,
      /timeFormat|%Q|format/,
    ],
    ['an unknown indicator', field('name: a, type: string, indicators: [colour]'), 2, /colour/],
    ['an object without fields', field('name: a, type: object'), 2, /fields/],
    ['a list without an element', field('name: a, type: array'), 2, /element/],
    ['an unknown parser', `parser:\n  colour: {}\n${field('name: a, type: string')}`, 2, /colour/],
    [
      'a regular expression that is none',
      `parser:\n  regex:\n    match: ['(?P<a>[']\n${field('name: a, type: string')}`,
      3,
      /regular expression|pattern|match/i,
    ],
    ['another name inside', `schema: Custom.Other\n${goodSpec}`, 1, /Custom\.Other/],
    ['a NUL', goodSpec.replace('door', 'do\u0000or'), 0, /\S/],
    [
      '300 levels',
      `fields:\n  - ${'{ name: a, type: object, fields: [ '.repeat(300)}{ name: a, type: string }${' ] }'.repeat(300)}\n`,
      0,
      /deep|nest|levels/i,
    ],
  ];

  it.each(bad)('with %s is refused at its place, with a remedy', async (_name, spec, line, named) => {
    const refusal = await refusedWhole(putSchema, { name: 'Custom.Bad', spec });
    expect(refusal.extensions['code']).toMatch(/^Invalid(Syntax|LogSchema)$/);
    const { problems } = Problems.parse(refusal.extensions['details']);
    const [first] = problems;
    expect(refusal.message).toContain('Custom.Bad');
    expect(refusal.message).toContain(`${first?.line}:${first?.column}:`);
    expect(refusal.message).toMatch(named);
    if (line > 0) expect(problems.map((problem) => problem.line)).toContain(line);
  });

  it('that break a name, a revision or what is stored already are refused', async () => {
    const cases: [unknown, RegExp][] = [
      [{ name: 'Custom.with space', spec: goodSpec }, /with space/],
      [{ name: 'AWS.CloudTrail', spec: goodSpec, revision: 1 }, /does not exist/],
      [{ name: 'Custom.Doors', spec: goodSpec }, /exists already/],
      [{ name: 'Custom.Doors', spec: goodSpec, revision: 9 }, /changed by somebody else/],
      [{ name: 'Custom.Nowhere', spec: goodSpec, revision: 3 }, /does not exist/],
      [
        { name: 'Custom.Doors', spec: goodSpec.replace('type: string', 'type: int'), revision: 1 },
        /door.*type|type.*door/s,
      ],
    ];
    for (const [input, reason] of cases) {
      expect((await refusedWhole(putSchema, input)).message).toMatch(reason);
    }
  });

  it('of a megabyte of nonsense are refused quickly enough to answer', async () => {
    const refusal = await refusedWhole(putSchema, { name: 'Custom.Bad', spec: 'x: [\n'.repeat(200_000) });
    expect(refusal.message.length).toBeLessThan(5000);
  });
});

describe('rules saved in the editor', () => {
  const bad: [string, Record<string, unknown>, RegExp][] = [
    [
      'a syntax error',
      { body: 'def rule(event):\n    return event.get("a"' },
      /Bad\.Rule.*line 2, column \d+/s,
    ],
    ['a wrong indent', { body: 'def rule(event):\nreturn True\n' }, /line 2, column \d+/],
    ['no rule()', { body: 'x = 1\n' }, /rule/],
    ['a rule() without a parameter', { body: 'def rule():\n    return True\n' }, /rule/],
    ['no body', { body: '' }, /rule/],
    ['a NUL in the body', { body: `${goodBody}# \u0000\n` }, /\S/],
    ['half a character in the description', { description: '\ud800' }, /half a character|surrogate/],
    ['no log type', { logTypes: [] }, /logTypes.*at least one/s],
    ['an id with a bracket', { id: 'a<b>' }, /a<b>/],
    ['an empty id', { id: '' }, /id/],
    ['no period', { dedupPeriodMinutes: 0 }, /dedupPeriodMinutes/],
    ['a threshold below one', { threshold: -1 }, /threshold/],
    ['an unknown severity', { severity: 'HUGE' }, /HUGE/],
    [
      'two tests of one name',
      {
        tests: [
          { name: 'a', expectedResult: true, resource: '{}' },
          { name: 'a', expectedResult: true, resource: '{}' },
        ],
      },
      /duplicate/i,
    ],
    ['an id that exists', { id: 'Good.Rule' }, /exists already/],
    ['the id of a helper', { id: 'good_help' }, /used by/],
    ['a version that is old', { id: 'Good.Rule', isNew: false, versionId: 'old' }, /somebody else/],
    ['an id that does not exist', { id: 'No.Rule', isNew: false }, /does not exist/],
  ];
  it.each(bad)('with %s are refused', async (_name, change, reason) => {
    const refusal = await refusedWhole(putRule, { ...goodRule, id: 'Bad.Rule', ...change });
    expect(refusal.message).toMatch(reason);
  });
});

describe('uploaded content', () => {
  const yaml = (id: string, extra = '') =>
    `AnalysisType: rule\nRuleID: ${id}\nEnabled: true\nFilename: rule.py\nSeverity: Low\nLogTypes: [Custom.Doors]\n${extra}`;
  const body = { path: 'rule.py', text: goodBody };
  interface Verdict {
    file: string;
    id: string;
    verdict: string;
    reason: string;
  }
  const verdictsOn = async (files: { path: string; text: string }[]) =>
    (await server.graphql<{ uploadDetectionContent: { verdicts: Verdict[] } }>(upload, { input: { files } }))
      .uploadDetectionContent.verdicts;

  /** YAML, the place its reason must begin with, and what the reason must name. */
  const bad: [string, string, RegExp][] = [
    ['a bracket that is not closed', 'AnalysisType: rule\nTags: [a', /^bad\.yml:\d+:\d+ .*YAML/],
    ['a tab as indent', 'AnalysisType: rule\nReports:\n\tA: [b]\n', /^bad\.yml:3:\d+ .*YAML.*tab/is],
    ['the same key twice', yaml('Bad.Up', 'Enabled: false\n'), /^bad\.yml:7:1 .*YAML/],
    [
      'an unknown kind',
      yaml('Bad.Up').replace(': rule', ': colour'),
      /^bad\.yml:1:15 AnalysisType: .*colour.*rule/s,
    ],
    ['a misspelt key', yaml('Bad.Up', 'Severty: Low\n'), /^bad\.yml:7:\d+ Severty: .*spelling/],
    ['an unknown severity', yaml('Bad.Up').replace('Low', 'Huge'), /^bad\.yml:5:11 Severity: /],
    ['no id', yaml('Bad.Up').replace('RuleID: Bad.Up\n', ''), /^bad\.yml:\d+:\d+ RuleID: /],
    ['an id with a bracket', yaml('"a<b>"'), /^bad\.yml:2:\d+ RuleID: /],
    ['a word for yes', yaml('Bad.Up').replace('true', 'yes'), /^bad\.yml:3:10 Enabled: .*true or false/],
    [
      'a file that is not there',
      yaml('Bad.Up').replace('rule.py', '../../etc/passwd'),
      /^bad\.yml:4:11 Filename: .*\/etc\/passwd/,
    ],
    [
      'a file of the machine',
      yaml('Bad.Up').replace('rule.py', '/etc/passwd'),
      /^bad\.yml:4:11 Filename: .*\/etc\/passwd/,
    ],
    [
      'log types that are no list',
      yaml('Bad.Up').replace('[Custom.Doors]', '3'),
      /^bad\.yml:6:11 LogTypes: /,
    ],
    [
      'a test without a result',
      yaml('Bad.Up', 'Tests:\n  - Name: a\n    Log: {}\n'),
      /^bad\.yml:8:\d+ Tests\[0\]\.ExpectedResult: /,
    ],
    [
      'a thousand million aliases',
      `${Array.from({ length: 12 }, (_, i) => (i === 0 ? 'a0: &a0 [x, x]' : `a${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`)).join('\n')}\n${yaml('Bad.Up')}`,
      /^bad\.yml:\d+:\d+ .*alias/is,
    ],
    [
      '3,000 nested lists',
      `${yaml('Bad.Up')}Tags: ${'['.repeat(3000)}${']'.repeat(3000)}\n`,
      /^bad\.yml:\d+:\d+ /,
    ],
  ];

  it.each(bad)('with %s is refused at its place, and nothing changes', async (_name, text, reason) => {
    const before = await everything();
    const verdicts = await verdictsOn([{ path: 'bad.yml', text }, body]);
    expect(verdicts.map(({ file, verdict }) => [file, verdict])).toEqual([['bad.yml', 'refused']]);
    expect(verdicts[0]?.reason).toMatch(reason);
    expect(await everything()).toEqual(before);
  });

  it('is refused item by item when ids are taken or texts cannot be stored', async () => {
    const before = await everything();
    const verdicts = await verdictsOn([
      { path: 'b.yml', text: yaml('good_help') },
      { path: 'c.yml', text: yaml('Nul.Up').replace('rule.py', 'nul.py') },
      { path: 'nul.py', text: `${goodBody}# \u0000` },
      body,
    ]);
    expect(verdicts.map(({ file, verdict }) => `${file} ${verdict}`).sort()).toEqual([
      'b.yml refused',
      'nul.py refused',
    ]);
    expect(verdicts.find(({ file }) => file === 'b.yml')?.reason).toMatch(/good_help.*used by a helper/s);
    expect(verdicts.find(({ file }) => file === 'nul.py')?.reason).toMatch(/U\+0000/);
    expect(await everything()).toEqual(before);
  });

  it('keeps the good files when others are bad, and says which is which', async () => {
    const verdicts = await verdictsOn([
      { path: 'x/good.yml', text: yaml('Good.Up') },
      { path: 'x/rule.py', text: goodBody },
      { path: 'x/bad.yml', text: yaml('Bad.Up').replace('Low', 'Huge') },
      { path: 'y/twice.yml', text: yaml('Good.Up') },
      { path: 'y/rule.py', text: goodBody },
    ]);
    expect(verdicts.map(({ file, verdict }) => `${file} ${verdict}`).sort()).toEqual([
      'x/bad.yml refused',
      'x/good.yml stored',
      'y/twice.yml refused',
    ]);
    const { detections } = await server.graphql<{ detections: { detections: { id: string }[] } }>(
      '{ detections(input: { pageSize: 1000, sortBy: id, sortDir: ascending }) { detections { id } } }',
    );
    expect(detections.detections.map(({ id }) => id)).toEqual(['Good.Rule', 'Good.Up']);
  });

  it('stores Python that does not load, and says so on the rule', async () => {
    const [verdict] = await verdictsOn([
      { path: 'broken.yml', text: yaml('Broken.Up') },
      { path: 'rule.py', text: 'def rule(event:\n    return True\n' },
    ]);
    expect(verdict).toMatchObject({
      verdict: 'stored',
      reason: expect.stringMatching(/^does not load: .*line 1/s),
    });
    const { rule } = await server.graphql<{ rule: { loadError: string } }>(
      '{ rule(input: { id: "Broken.Up" }) { loadError } }',
    );
    expect(rule.loadError).toMatch(/line 1/);
  });
});
