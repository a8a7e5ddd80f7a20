import * as fc from 'fast-check';

/** One thing a person saves through the console's API: odd, hostile or ordinary. Much of it is refused, which is right. */
export interface Save {
  what: string;
  mutation: string;
  input: Record<string, unknown>;
  /** Of a schema: what a source is made with once it was stored. */
  logType?: string;
}

const number = fc.nat({ max: 999_999_999 });
const oddWords = [
  'select', 'from', 'order', 'NULL', 'default', 'Nullable(String)', 'a`b', "a'b", 'a"b', 'a\\b', 'a:b', 'a.b', '%3a', 'a%b',
  'p_row_id', 'P_Event_Time', 'constructor', 'toString', '@timestamp', '#', '-', 'é', 'ß', '日本', 'Ω', '🙂', 'İ', '{x:String}',
  '--', '/*', ';', '_', '0', 'x'.repeat(300), 'name', 'Name', 'NAME', 'at_sign', '@', '$ref',
]; // prettier-ignore
const oddName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddWords) },
  {
    weight: 6,
    arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map((text) => `f${text}`),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }) },
);
/** As lists of a schema must be: no two names that differ in case only. One in ten is left as it came. */
const distinct = (fields: FieldSpec[], isLeft: boolean): FieldSpec[] =>
  isLeft ? fields : fields.map((field, i) => ({ ...field, name: `${String(field['name'])}${i}` }));
const scalar = fc.constantFrom('string', 'int', 'smallint', 'bigint', 'float', 'boolean', 'json');

type FieldSpec = Record<string, unknown>;

const named = (name: string, rest: FieldSpec): FieldSpec => ({ name, ...rest });
const oneField: fc.Arbitrary<FieldSpec> = fc.oneof(
  fc.record({ name: oddName, type: scalar }),
  fc
    .record({ name: oddName })
    .map(({ name }) =>
      named(name, { type: 'timestamp', timeFormats: ['rfc3339', 'unix_auto'], isEventTime: true }),
    ),
  fc
    .record({ name: oddName, type: scalar })
    .map(({ name, type }) => named(name, { type: 'array', element: { type } })),
  fc
    .record({
      name: oddName,
      fields: fc.array(fc.record({ name: oddName, type: scalar }), { minLength: 1, maxLength: 4 }),
    })
    .map(({ name, fields }) => named(name, { type: 'object', fields })),
);

const count = (most: number) => fc.integer({ min: 1, max: most });
const flat = (many: number, length = 1) =>
  Array.from({ length: many }, (_, i) => named(`f${i}${'x'.repeat(length)}`, { type: 'string' }));
const deep = (levels: number): FieldSpec =>
  levels === 0
    ? named('leaf', { type: 'string' })
    : named(`level${levels}`, { type: 'object', fields: [deep(levels - 1)] });

const fieldLists = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(oneField, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 9 }))
      .map(([fields, dice]) => distinct(fields, dice === 0)),
  },
  { weight: 1, arbitrary: fc.constantFrom(2_400, 3_999, 4_001, 9_999).map((many) => flat(many)) },
  { weight: 1, arbitrary: fc.constantFrom(50, 2_000).map((many) => flat(many, 140)) },
  { weight: 1, arbitrary: count(70).map((levels) => [deep(levels)]) },
  {
    weight: 1,
    arbitrary: fc.constant<FieldSpec[]>([
      named('state', {
        type: 'string',
        validate: { allow: Array.from({ length: 10_000 }, (_, i) => `value-${i}`) },
      }),
    ]),
  },
);
const parsers = fc.constantFrom<unknown>(
  ...Array.from({ length: 14 }, () => undefined),
  { csv: { delimiter: ',', hasHeader: true } },
  { csv: { delimiter: '\t', columns: ['f0x', 'name', 'Name'] } },
  { fastmatch: { match: ['%{name} %{select}', '%{name}'] } },
  { regex: { match: ['(?P<name>\\S+) (?P<select>.*)', '(?P<name>(a*)*)b'] } },
  { script: { function: 'def parse(log): return {}' } },
  { regex: { match: [`(?P<name>${'(a|b)?'.repeat(200)})`] } },
);

function schemaSave(logType: string, spec: { fields: FieldSpec[]; [attribute: string]: unknown }): Save {
  return {
    what: `schema ${logType} of ${spec.fields.length} fields`,
    mutation:
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
    input: { name: logType, spec: JSON.stringify(spec) },
    logType,
  };
}

const schema: fc.Arbitrary<Save> = fc
  .record({ id: number, fields: fieldLists, parser: parsers, discovery: fc.boolean(), upper: fc.boolean() })
  // Two names that differ in case only are one name: the second one is refused.
  .map(({ id, fields, parser, discovery, upper }) =>
    schemaSave(`Custom.${upper ? 'Odd' : 'ODD'}${id % 60}`, {
      parser,
      fieldDiscoveryEnabled: discovery,
      fields,
    }),
  );

const bodies = fc.constantFrom(
  'def rule(event):\n    return True\n',
  'def rule(event):\n    return event.get("a") == "b"\n',
  'raise SystemExit(1)\n',
  'import os\nos._exit(1)\n',
  'def f():\n    return f()\nf()\n',
  'import nothing_at_all\n',
  `def rule(event):\n    return ${'('.repeat(150)}1${')'.repeat(150)}\n`,
  `def rule(event):\n    return event["${'x'.repeat(50_000)}"]\n`,
  'rule = None\n',
  'import good_help\nfrom panther_base_helpers import *\ndef rule(event):\n    return True\n',
  'def rule(event):\n    return "\\ud800"\ndef title(event):\n    return "\\0"\n',
  '\0',
  '',
);
const oddIds = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom('json', 'os', 'panther', 'panther_base_helpers', 'good_help', 'A/B', '../a'),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('__init__', '__main__', 'sys', 'rule', 'event', 'None')
      .chain((name) => number.map((n) => `${name}${n}`)),
  },
  { weight: 3, arbitrary: number.map((id) => `odd_item_${id}`) },
);
const logTypes = fc.array(
  fc.constantFrom(
    'AWS.CloudTrail',
    'Custom.Doors',
    'Custom.Odd1',
    'Custom.ODD2',
    'No.Such.Type',
    'aws.cloudtrail',
  ),
  { maxLength: 3 },
);

const rule: fc.Arbitrary<Save> = fc
  .record({
    id: oddIds,
    body: bodies,
    enabled: fc.boolean(),
    severity: fc.constantFrom('INFO', 'CRITICAL'),
    logTypes,
    analysisType: fc.constantFrom('RULE', 'RULE', 'RULE', 'SCHEDULED_RULE'),
    threshold: fc.constantFrom(1, 2, 3, 0, 1_000_000),
    dedupPeriodMinutes: fc.constantFrom(60, 15, 30, 5, 1_000_000),
    tags: fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 3 }),
    inlineFilters: fc.constantFrom(
      undefined,
      '- All:\n    - Key: a\n      Condition: Equals\n      Value: b\n',
      '- {',
    ),
  })
  .map((input) => ({
    what: `rule ${input.id}`,
    mutation: 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }',
    input: { ...input, isNew: true },
  }));
const simpleRule: fc.Arbitrary<Save> = fc
  .record({
    id: oddIds,
    condition: fc.constantFrom('Equals', 'IsIn', 'RegexMatches', 'Nothing', 'CIDR'),
    value: fc.constantFrom<unknown>('(a*)*$', ['a', 1, null], 1e300, { a: { b: [] } }, '10.0.0.0/99'),
  })
  .map(({ id, condition, value }) => ({
    what: `simple rule ${id}`,
    mutation: 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }',
    input: {
      id,
      isNew: true,
      enabled: true,
      severity: 'LOW',
      logTypes: ['AWS.CloudTrail'],
      simpleDetectionBody: JSON.stringify({ Detection: [{ Key: 'a', Condition: condition, Value: value }] }),
    },
  }));
const derived: fc.Arbitrary<Save> = fc.record({ id: oddIds, baseDetection: oddIds }).map((input) => ({
  what: `derived rule ${input.id}`,
  mutation: 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }',
  input: { ...input, isNew: true, enabled: true, severity: 'HIGH' },
}));
const policy: fc.Arbitrary<Save> = fc
  .record({
    id: oddIds,
    body: bodies.map((body) => body.replace('def rule', 'def policy')),
    resourceTypes: logTypes,
  })
  .map((input) => ({
    what: `policy ${input.id}`,
    mutation: 'mutation ($input: PutPolicyInput!) { putPolicy(input: $input) { id } }',
    input: { ...input, isNew: true, enabled: true, severity: 'LOW', suppressions: ['*', '(', '[a-'] },
  }));
const helper: fc.Arbitrary<Save> = fc.record({ id: oddIds, body: bodies }).map((input) => ({
  what: `helper ${input.id}`,
  mutation: 'mutation ($input: PutGlobalHelperInput!) { putGlobalHelper(input: $input) { id } }',
  input: { ...input, isNew: true },
}));
const dataModel: fc.Arbitrary<Save> = fc
  .record({ id: oddIds, body: bodies, logTypes, name: oddName, path: oddName })
  .map(({ id, body, logTypes: types, name, path }) => ({
    what: `data model ${id}`,
    mutation: 'mutation ($input: PutDataModelInput!) { putDataModel(input: $input) { id } }',
    input: {
      id,
      body,
      logTypes: types,
      enabled: true,
      isNew: true,
      mappings: [
        { name, path },
        { name: 'm', method: 'rule' },
      ],
    },
  }));
const destinationSave = (outputType: string, displayName: string, url: string): Save => ({
  what: `destination ${outputType}`,
  mutation: 'mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }',
  input: {
    outputType,
    displayName,
    alertTypes: ['RULE', 'SYSTEM_ERROR'],
    defaultForSeverity: ['INFO', 'CRITICAL'],
    logTypes: [],
    outputConfig: { webhookURL: url },
  },
});
const destination: fc.Arbitrary<Save> = fc
  .record({
    outputType: fc.constantFrom('customwebhook', 'slack', 'nothing'),
    displayName: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    url: fc.constantFrom(
      'https://example.com/a',
      'http://127.0.0.1:1',
      'https://example.com/ü?a=[b]',
      'javascript:x',
    ),
  })
  .map(({ outputType, displayName, url }) => destinationSave(outputType, displayName, url));
const savedQuery: fc.Arbitrary<Save> = fc
  .record({
    id: number,
    queryKind: fc.constantFrom('sql', 'pantherflow', 'simplesearch', 'other'),
    text: fc.constantFrom(
      'select 1',
      'select * from panther_logs.public.odd',
      'panther_logs | where',
      '',
      '\0',
      'x'.repeat(60_000),
    ),
    schedule: fc.constantFrom<unknown>(
      undefined,
      { cron: '* * * * *', disabled: false, timeoutMinutes: 1 },
      { cron: '0 0 31 2 *', disabled: false, timeoutMinutes: 1 },
      { cron: '*/0 * * * *', disabled: false, timeoutMinutes: 1 },
      { rateMinutes: 1, disabled: false, timeoutMinutes: 1 },
      { rateMinutes: 0, disabled: false, timeoutMinutes: 0 },
      { rateMinutes: 2_147_483_647, disabled: false, timeoutMinutes: 2_147_483_647 },
      { disabled: false, timeoutMinutes: -1 },
    ),
    relative: fc.constantFrom(undefined, 0, 1, 2_147_483_647),
    simpleSearchQueryFilter: fc.constantFrom(undefined, '{', '[]', '{"a":{"b":1}}'),
  })
  .map(({ id, queryKind, text, schedule, relative, simpleSearchQueryFilter }) => ({
    what: `saved query ${id}`,
    mutation: 'mutation ($input: PutSavedQueryInput!) { putSavedQuery(input: $input) { __typename } }',
    input: {
      name: `Odd query ${id}`,
      queryKind,
      query: text,
      sqlQuery: queryKind === 'sql' ? text : undefined,
      schedule,
      relativeNumberVal: relative,
      relativeTimeUnit: 'day',
      simpleSearchQueryFilter,
    },
  }));

export const anySave: fc.Arbitrary<Save> = fc.oneof(
  { weight: 6, arbitrary: schema },
  { weight: 3, arbitrary: rule },
  { weight: 1, arbitrary: simpleRule },
  { weight: 1, arbitrary: derived },
  { weight: 2, arbitrary: policy },
  { weight: 2, arbitrary: helper },
  { weight: 2, arbitrary: dataModel },
  { weight: 1, arbitrary: destination },
  { weight: 2, arbitrary: savedQuery },
);

/**
 * Saved in every run, and all of them stored, because chance might leave them out: the widest and the deepest tables
 * there can be, and one destination of each type.
 */
export const extremes: Save[] = [
  schemaSave('Custom.Wide', { fields: flat(4_000) }),
  schemaSave('Custom.Deep', { fields: [deep(60)] }),
  schemaSave('Custom.LongNames', { fields: flat(300, 900) }),
  destinationSave('customwebhook', 'Hook', 'https://example.com/ü?a=[b]'),
  destinationSave('slack', 'Slack', 'https://example.com/a'),
];
