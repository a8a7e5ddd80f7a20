import type { UnitTest } from '@margay/model';
import { severities } from '@margay/model';
import * as fc from 'fast-check';
import type { AlertKeys, ContentItem, QueryFacts, RuleFacts } from '../item.ts';
import { queryKeys } from '../item.ts';

/** For property tests: content items of every kind, with texts that are hard on a writer of YAML. */

const awkward = [
  '',
  ' leading',
  'trailing ',
  'yes',
  'null',
  '~',
  '0644',
  '1:30:00',
  '2026-01-02',
  '- a\n- b',
  'a: b # c',
  '---\n...',
  '{ "a": 1 }',
  '"quoted"',
  "'single'",
  'tab\there',
  'line\r\nline',
  '\u2028\u0085\ufeff',
  '*alias &anchor !tag |',
  '  indented\n two\n\n\nblank\n',
  'x'.repeat(300),
];
const text = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0')),
);
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((value) => !/[<>&"%\0]/.test(value));
const body = fc.oneof(fc.constant('def rule(event):\n    return True\n'), text);
const distinct = <T>(member: fc.Arbitrary<T>) => fc.uniqueArray(member, { maxLength: 4 });
const some = <T>(member: fc.Arbitrary<T>) => fc.uniqueArray(member, { minLength: 1, maxLength: 4 });
const tags = fc.uniqueArray(text, { maxLength: 4, selector: (tag) => tag.toLowerCase() });

const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
  // Whole numbers beyond 2^53 are read as bigint, and minus zero as zero.
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => Number.isSafeInteger(value) || !Number.isInteger(value))
    .map((value) => value + 0),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).filter((value) => value !== '__proto__');
const raw: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(key, tie('node'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).node;
const rawList = fc.array(raw, { maxLength: 3 });

const unitTests = fc.uniqueArray(
  fc.record<UnitTest>({
    name: text.filter((value) => value !== ''),
    expectedResult: fc.boolean(),
    resource: fc.dictionary(key, scalar, { maxKeys: 4, noNullPrototype: true }).map(jsonOf),
    mocks: fc.array(fc.record({ objectName: text, returnValue: text }), { maxLength: 2 }),
  }),
  { maxLength: 3, selector: (test) => test.name },
);

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
  );
}

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

const alertKeys: fc.Arbitrary<AlertKeys> = fc.record(
  { alertTitle: text, alertContext: rawList, groupBy: rawList, dynamicSeverities: rawList },
  { requiredKeys: [] },
);

const facts = {
  severity: fc.constantFrom(...severities),
  displayName: fc.oneof(fc.constant(''), name),
  description: text,
  reference: text,
  runbook: text,
  tags,
  reports: fc.dictionary(key, fc.array(text, { maxLength: 3 }), { maxKeys: 3, noNullPrototype: true }),
  outputIds: distinct(text),
};
const alertingFacts = {
  dedupPeriodMinutes: fc.integer({ min: 5, max: 100_000 }),
  threshold: fc.integer({ min: 1, max: 1_000_000 }),
  createAlert: fc.boolean(),
  summaryAttributes: distinct(text),
};
const notes = fc.record({ status: text, onlyUseBaseRiskScore: fc.boolean() }, { requiredKeys: [] });
const ruleNotes = fc.record(
  { status: text, onlyUseBaseRiskScore: fc.boolean(), packIds: distinct(text) },
  { requiredKeys: [] },
);
const shared = { enabled: fc.boolean(), createdBy: text, tests: unitTests };

/** A body, or a simple detection; alert keys beside a body are kept as notes. */
const logic = fc.oneof(
  fc.record({ body, keys: alertKeys }).map(({ body: python, keys }) => ({
    rule: { body: python },
    notes: Object.keys(keys).length === 0 ? {} : { alertKeys: keys },
  })),
  fc
    .record({ detection: fc.array(raw, { minLength: 1, maxLength: 3 }), keys: alertKeys })
    .map(({ detection, keys }) => ({ rule: { body: '', simple: { detection, ...keys } }, notes: {} })),
);
const filters = fc.oneof(
  fc.constant({}),
  rawList.map((inlineFilters) => ({ inlineFilters })),
);

const ruleLike = fc
  .record({
    id: name,
    shared: fc.record(shared),
    facts: fc.record(facts),
    alerting: fc.record(alertingFacts),
  })
  .chain((base) =>
    fc.record({ base: fc.constant(base), logic, filters, notes: ruleNotes }).map((all) => ({
      id: base.id,
      file: '',
      ...base.shared,
      notes: { ...all.notes, ...all.logic.notes },
      rule: {
        id: base.id,
        ...base.facts,
        ...base.alerting,
        ...all.logic.rule,
        ...all.filters,
      } satisfies Omit<RuleFacts, 'kind' | 'logTypes'>,
    })),
  );

const query = {
  id: name,
  file: fc.constant(''),
  description: text,
  tags,
  text,
  key: fc.constantFrom(...queryKeys),
};
const optionalQuery = fc.record(
  { lookback: fc.boolean(), lookbackWindowSeconds: fc.nat() },
  { requiredKeys: [] },
);
const queryFacts: fc.Arbitrary<QueryFacts> = fc
  .tuple(fc.record(query), optionalQuery)
  .map(([required, optional]) => ({ ...required, ...optional }));
const schedule = fc.oneof(
  fc.record({ cron: text, timeoutMinutes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    rateMinutes: fc.integer({ min: 60, max: 9999 }),
    timeoutMinutes: fc.integer({ min: 1, max: 60 }),
  }),
);
const email = fc.oneof(
  fc.constant({}),
  fc
    .record(
      {
        recipients: fc.array(text, { maxLength: 2 }),
        sendEmpty: fc.boolean(),
        preferAttachment: fc.boolean(),
      },
      { requiredKeys: ['recipients'] },
    )
    .map((value) => ({ email: value })),
);

const itemsOf: { [Kind in ContentItem['kind']]: fc.Arbitrary<Extract<ContentItem, { kind: Kind }>> } = {
  rule: fc.record({ item: ruleLike, logTypes: some(text) }).map(({ item, logTypes }) => ({
    kind: 'rule',
    ...item,
    rule: { ...item.rule, kind: 'RULE', logTypes },
  })),
  scheduled_rule: fc.record({ item: ruleLike, queries: some(text) }).map(({ item, queries }) => ({
    kind: 'scheduled_rule',
    ...item,
    scheduledQueries: queries,
    rule: { ...item.rule, kind: 'SCHEDULED_RULE', logTypes: [] },
  })),
  policy: fc
    .record({
      id: name,
      shared: fc.record(shared),
      facts: fc.record(facts),
      notes,
      body,
      resourceTypes: distinct(text),
      suppressions: distinct(text),
      remediation: fc.record(
        {
          delaySeconds: fc.nat(),
          id: text,
          parameters: fc.dictionary(key, raw, { maxKeys: 2, noNullPrototype: true }),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ id, shared: own, facts: said, body: python, ...rest }) => ({
      kind: 'policy',
      id,
      file: '',
      ...own,
      ...rest,
      rule: {
        id,
        kind: 'POLICY',
        body: python,
        logTypes: [],
        ...said,
        dedupPeriodMinutes: 60,
        threshold: 1,
        createAlert: true,
        summaryAttributes: [],
      },
    })),
  derived_rule: fc
    .record({
      id: name,
      baseId: name,
      overrides: fc.record(
        {
          ...facts,
          displayName: name,
          ...alertingFacts,
          enabled: fc.boolean(),
          inlineFilters: rawList,
          status: text,
          onlyUseBaseRiskScore: fc.boolean(),
          alertTitle: text,
          alertContext: rawList,
          groupBy: rawList,
          dynamicSeverities: rawList,
          tests: unitTests.filter((tests) => tests.length > 0),
        },
        { requiredKeys: [] },
      ),
    })
    .filter(({ id, baseId }) => id !== baseId)
    .map((item) => ({ kind: 'derived_rule', file: '', ...item })),
  global: fc.record({ id: name, description: text, tags, body }).map(({ id, body: python, ...rest }) => ({
    kind: 'global',
    id,
    file: '',
    ...rest,
    module: { id, body: python },
  })),
  datamodel: fc
    .record({
      id: name,
      displayName: name,
      enabled: fc.boolean(),
      logTypes: distinct(text),
      body,
      mappings: fc.array(
        fc.oneof(fc.record({ name: text, path: text }), fc.record({ name: text, method: text })),
        { maxLength: 3 },
      ),
    })
    .map(({ id, displayName, ...model }) => ({
      kind: 'datamodel',
      id,
      file: '',
      displayName,
      model: { id, ...model },
    })),
  saved_query: queryFacts.map((facts_) => ({ kind: 'saved_query', ...facts_ })),
  scheduled_query: fc
    .record({ facts: queryFacts, enabled: fc.boolean(), schedule, email })
    .map(({ facts: said, enabled, schedule: when, email: mail }) => ({
      kind: 'scheduled_query',
      ...said,
      enabled,
      schedule: when,
      ...mail,
    })),
};

/** A list of items of every kind, with ids that differ. */
export const arbitraryItems: fc.Arbitrary<ContentItem[]> = fc.uniqueArray(
  fc.oneof(...(Object.values(itemsOf) as fc.Arbitrary<ContentItem>[])),
  { maxLength: 12, selector: (item) => item.id },
);

/** The kinds there is a generator for: all of them, or this would not build. */
export const arbitraryKinds = Object.keys(itemsOf) as ContentItem['kind'][];
