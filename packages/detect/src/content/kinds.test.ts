import { fullTrust } from '@margay/model';
import { describe, expect, it } from 'vitest';
import { deriveRule } from './derive.ts';
import { textOfContentProblem, type ContentItem } from './item.ts';
import { readContent } from './read-content.ts';
import { runtimeContent } from './runtime.ts';

const python = { path: 'a.py', text: 'def rule(event):\n    return True\n' };
const read = (text: string) => readContent([{ path: 'a.yml', text }, python]);

function itemOf<Kind extends ContentItem['kind']>(kind: Kind, text: string) {
  const { items, problems } = read(text);
  expect(problems.map(textOfContentProblem)).toEqual([]);
  const [item] = items;
  if (item?.kind !== kind) throw new Error(`no ${kind}`);
  return item as Extract<ContentItem, { kind: Kind }>;
}
/** Place and text of what is wrong. */
const problemOf = (text: string) => read(text).problems.map(textOfContentProblem).join('\n');

const rule = 'AnalysisType: rule\nRuleID: R\nEnabled: true\nSeverity: Low\nLogTypes: [A.B]\n';
const scheduled =
  'AnalysisType: scheduled_rule\nRuleID: S\nEnabled: true\nSeverity: Low\nScheduledQueries: [Q]\nFilename: a.py\n';
const policy = 'AnalysisType: policy\nPolicyID: P\nEnabled: true\nSeverity: Low\nFilename: a.py\n';
const derived = 'AnalysisType: rule\nRuleID: D\nBaseDetection: R\n';
const query =
  'AnalysisType: scheduled_query\nQueryName: Q\nEnabled: true\nQuery: select 1\nSchedule: { RateMinutes: 5, TimeoutMinutes: 5 }\n';

describe('kinds of content', () => {
  it('a simple detection keeps its YAML as it stands, with alert keys and filters', () => {
    const item = itemOf(
      'rule',
      `${rule}Detection:\n  - { Key: a, Condition: Equals, Value: 12345678901234567890 }\nAlertTitle: "{a}"\nAlertContext: [{ KeyName: k, KeyValue: { Key: a } }]\nGroupBy: [{ Key: a }]\nDynamicSeverities: [{ ChangeTo: HIGH, Conditions: [] }]\nInlineFilters: [{ All: [] }]\n`,
    );
    expect(item.rule).toMatchObject({
      body: '',
      inlineFilters: [{ All: [] }],
      simple: {
        detection: [{ Key: 'a', Condition: 'Equals', Value: 12345678901234567890n }],
        alertTitle: '{a}',
        groupBy: [{ Key: 'a' }],
      },
    });
  });

  it('a scheduled rule names queries, a policy resources; both are no rules over events', () => {
    const { items } = readContent([
      { path: 's.yml', text: `${scheduled}InlineFilters: [{ All: [] }]\n` },
      {
        path: 'p.yml',
        text: `${policy}Suppressions: ['arn:*']\nAutoRemediationID: fix\nAutoRemediationParameters: { a: 1 }\nActionDelaySeconds: 5\n`,
      },
      python,
    ]);
    const { rules } = runtimeContent(items.map((item) => ({ item, versionId: 'v', trust: fullTrust })));
    expect(rules.map(({ rule: { id, kind, logTypes } }) => [id, kind, logTypes])).toEqual([
      ['P', 'POLICY', []],
      ['S', 'SCHEDULED_RULE', []],
    ]);
    // Filters are for events: on rows they are accepted and have no effect.
    expect(rules.map(({ rule: { inlineFilters } }) => inlineFilters)).toEqual([undefined, undefined]);
    expect(items.find(({ kind }) => kind === 'policy')).toMatchObject({
      suppressions: ['arn:*'],
      remediation: { id: 'fix', delaySeconds: 5, parameters: { a: 1 } },
    });
  });

  it('a derived rule says what differs; a Detection of its own has no effect, nor has an empty list of tests', () => {
    const item = itemOf('derived_rule', `${derived}Detection: [x]\nTests: []\nTags: []\nSeverity: high\n`);
    expect(item).toMatchObject({ baseId: 'R', overrides: { severity: 'HIGH', tags: [] } });
    expect(item.overrides).not.toHaveProperty('tests');
    const base = itemOf(
      'rule',
      `${rule}Detection: [x]\nAlertTitle: base\nGroupBy: [a]\nTags: [t]\nStatus: s\n`,
    );
    const result = deriveRule(base, { ...item, overrides: { ...item.overrides, alertTitle: 'own' } });
    expect(result).toMatchObject({
      id: 'D',
      rule: {
        id: 'D',
        severity: 'HIGH',
        tags: [],
        logTypes: ['A.B'],
        simple: { detection: ['x'], alertTitle: 'own', groupBy: ['a'] },
      },
      notes: { status: 's' },
    });
  });

  it('queries have one text, and scheduled ones a clock', () => {
    expect(itemOf('scheduled_query', query)).toMatchObject({
      text: 'select 1',
      key: 'Query',
      schedule: { rateMinutes: 5, timeoutMinutes: 5 },
    });
    expect(
      itemOf('saved_query', 'AnalysisType: saved_query\nQueryName: Q\nSnowflakeQuery: a\nLookback: true\n'),
    ).toMatchObject({ text: 'a', key: 'SnowflakeQuery', lookback: true });
  });

  it.each([
    ['two logics', `${rule}Filename: a.py\nDetection: [x]\n`, /Detection: It has both/],
    ['no logic', rule, /Filename: It names no Python file and has no Detection/],
    ['an empty simple detection', `${rule}Detection: []\n`, /Detection: The simple detection is empty/],
    ['a detection that is no list', `${rule}Detection: x\n`, /6:12 Detection: .*must be a list/],
    [
      'a rule over queries',
      `${rule.replace('LogTypes: [A.B]', 'ScheduledQueries: [Q]')}Filename: a.py\n`,
      /5:19 ScheduledQueries: .*scheduled_rule/,
    ],
    ['a scheduled rule over events', `${scheduled}LogTypes: [A.B]\n`, /LogTypes: .*AnalysisType to rule/],
    ['a scheduled rule without queries', scheduled.replace('[Q]', '[]'), /names no query/],
    ['a policy without Python', policy.replace('Filename: a.py\n', ''), /Filename: .*text/],
    ['a policy with a period', `${policy}DedupPeriodMinutes: 5\n`, /DedupPeriodMinutes is not known here/],
    ['tags that differ by case only', `${policy}Tags: [A, a]\n`, /Tags: .*twice/],
    ['suppressions twice', `${policy}Suppressions: [a, a]\n`, /Suppressions: .*twice/],
    ['a base that is itself', derived.replace('BaseDetection: R', 'BaseDetection: D'), /derived from itself/],
    ['a derived rule with log types', `${derived}LogTypes: [A.B]\n`, /LogTypes is not known here/],
    ['a query of two texts', `${query}AthenaQuery: x\n`, /AthenaQuery: The query has 2 texts/],
    ['a query without text', query.replace('Query: select 1\n', ''), /has no text.*exactly one/],
    ['a schedule of two clocks', query.replace('{ ', "{ CronExpression: '* * * * *', "), /either Cron/],
    ['a schedule without a time-out', query.replace(', TimeoutMinutes: 5', ''), /Schedule\.TimeoutMinutes/],
    ['a rate of one minute', query.replace(/RateMinutes: 5/, 'RateMinutes: 1'), /at least 2 minutes/],
    ['a time-out longer than the rate', query.replace('TimeoutMinutes: 5', 'TimeoutMinutes: 6'), /longer/],
    ['a test without a name', `${policy}Tests: [{ Name: '', ExpectedResult: true }]\n`, /Tests\[0\]\.Name/],
  ])('refuses %s at its place, with a remedy', (_name, text, reason) => {
    expect(problemOf(text)).toMatch(reason);
    expect(problemOf(text)).toMatch(/^a\.yml:\d+:\d+ /);
    expect(read(text).items).toEqual([]);
  });

  it('extra keys are left out of rules and policies when asked to, of other kinds never', () => {
    const options = { ignoreExtraKeys: true };
    for (const text of [`${rule}Filename: a.py\n`, scheduled, policy, derived]) {
      const files = [{ path: 'a.yml', text: `${text}Owner: me\n` }, python];
      expect(readContent(files).problems).toHaveLength(1);
      expect(readContent(files, options)).toMatchObject({ problems: [], items: [{}] });
    }
    expect(readContent([{ path: 'q.yml', text: `${query}Owner: me\n` }], options).problems).toHaveLength(1);
    const nested = query.replace('{ ', '{ Owner: me, ');
    expect(readContent([{ path: 'q.yml', text: nested }], options).problems).toHaveLength(1);
  });

  it('ids are unique over all kinds, and texts must be storable', () => {
    const files = [
      { path: 'a.yml', text: scheduled.replace('RuleID: S', 'RuleID: Same') },
      { path: 'b.yml', text: policy.replace('PolicyID: P', 'PolicyID: Same') },
      python,
    ];
    expect(readContent(files)).toMatchObject({
      items: [{ kind: 'scheduled_rule' }],
      problems: [{ file: 'b.yml', message: 'The id Same is used by a.yml already.' }],
    });
    expect(problemOfBody('x = "\0"')).toMatch(/^a\.py The file holds the character U\+0000/);
    expect(problemOfBody('x = "\\u0000"')).toBe('');
    expect(problemOf(`${policy}Description: "\\0"\n`)).toMatch(/^a\.yml .*U\+0000/);
  });
});

const problemOfBody = (text: string) =>
  readContent([
    { path: 'a.yml', text: policy },
    { path: 'a.py', text },
  ])
    .problems.map(textOfContentProblem)
    .join('\n');
