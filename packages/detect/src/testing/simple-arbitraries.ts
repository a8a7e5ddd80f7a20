import type { SimpleDetection } from '@margay/model';
import fc from 'fast-check';
import { conditions } from '../simple/conditions/index.ts';
import type { Condition } from '../simple/conditions/condition.ts';

/** Few names and values, so that made-up detections and events meet. */
const names = fc.constantFrom('a', 'b', 'A', 'list', 'ip');
const texts = fc.constantFrom(
  'x',
  'X',
  'xy',
  'yX',
  '',
  '5',
  '7.5',
  '1e2',
  '10.1.2.3',
  '8.8.8.8',
  '::1',
  'ß',
  'b',
);
const numbers = fc.constantFrom(0, 1, 5, -3, 7.5, 100);
const networks = fc.constantFrom('10.0.0.0/8', '8.8.8.8', '::/0', '0.0.0.0/0', '10.1.2.9/30');
const scalars = fc.oneof(texts, numbers, fc.boolean());

const { value: eventValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalars,
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

/** Events that meet the detections below now and then. */
export const events = fc.dictionary(names, eventValue, { maxKeys: 5 }) as fc.Arbitrary<
  Record<string, unknown>
>;

const keyPaths = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: names.map((name) => `.${name}`) },
      fc.constantFrom('[0]', '[-1]', '[*]'),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join('').replace(/^\./, ''));

const specifiers: fc.Arbitrary<object> = fc.oneof(
  names.map((Key) => ({ Key })),
  fc
    .array(fc.oneof({ weight: 3, arbitrary: names }, fc.constantFrom(0, 1, -1)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((DeepKey) => ({ DeepKey })),
  keyPaths.map((KeyPath) => ({ KeyPath })),
);

function tests(allowed: readonly Condition[], keys: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(keys, fc.constantFrom(...allowed)).chain(([key, condition]) => {
    const about = { ...key, Condition: condition.name };
    if (condition.takes === 'nothing') return fc.constant(about);
    if (condition.takes === 'values')
      return fc.array(scalars, { minLength: 1, maxLength: 3 }).map((Values) => ({ ...about, Values }));
    return fc
      .oneof(scalars, networks)
      .filter((value) => !condition.faultOf?.(value))
      .map((Value) => ({ ...about, Value }));
  });
}

const comparisons = fc
  .tuple(
    fc.constantFrom(...conditions.filter(({ mayCompareKeys }) => mayCompareKeys)),
    specifiers,
    specifiers,
  )
  .map(([{ name }, left, right]) => ({ Condition: name, Values: [left, right] }));

const { expression } = fc.letrec<{ expression: object }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: tests(conditions, specifiers) },
    { weight: 1, arbitrary: comparisons },
    {
      weight: 1,
      arbitrary: fc.constantFrom('AlwaysTrue', 'AlwaysFalse').map((Condition) => ({ Condition })),
    },
    { weight: 2, arbitrary: groups(tie('expression'), ['All', 'Any', 'None', 'OnlyOne']) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          specifiers,
          fc.constantFrom('AnyElement', 'AllElements', 'NoElement', 'OnlyOneElement'),
          fc.array(tie('expression'), { minLength: 1, maxLength: 2 }),
        )
        .map(([key, Condition, Expressions]) => ({ ...key, Condition, Expressions })),
    },
  ),
}));

function groups(inner: fc.Arbitrary<object>, combinators: string[]): fc.Arbitrary<object> {
  return fc
    .tuple(fc.constantFrom(...combinators), fc.array(inner, { maxLength: 3 }))
    .map(([name, parts]) => ({ [name]: parts }));
}

const expressions = fc.array(expression, { minLength: 1, maxLength: 3 });
const titles = fc
  .array(
    fc.oneof(
      keyPaths.map((path) => `{${path}}`),
      fc.constantFrom('by ', '"', '{{', ' é'),
    ),
    { minLength: 1 },
  )
  .map((parts) => parts.join(''));

/** Well-formed detections of every form. */
export const simpleDetections: fc.Arbitrary<SimpleDetection> = fc.record(
  {
    detection: expressions,
    alertTitle: titles,
    alertContext: fc.array(
      specifiers.map((KeyValue) => ({ KeyName: 'k', KeyValue })),
      { minLength: 1, maxLength: 2 },
    ),
    groupBy: fc.array(specifiers, { minLength: 1, maxLength: 2 }),
    dynamicSeverities: fc.array(
      fc.record({ ChangeTo: fc.constantFrom('Info', 'HIGH'), Conditions: expressions }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: ['detection'] },
);

const enrichments = names.map((Table) => ({ Enrichment: { Table, Selector: 'ip', FieldPath: 'a.b' } }));
const filterKeys = fc.oneof(
  keyPaths.map((KeyPath) => ({ KeyPath })),
  enrichments,
);
const filterTests = tests(
  conditions.filter(({ inFilters }) => inFilters),
  filterKeys,
);

/** What the Rule Builder can show: All and Any, three deep. */
function shownGroups(inner: fc.Arbitrary<object>): fc.Arbitrary<object[]> {
  const level = (depth: number): fc.Arbitrary<object> =>
    depth === 0 ? inner : fc.oneof(inner, groups(level(depth - 1), ['All', 'Any']));
  return fc.array(level(3), { minLength: 1, maxLength: 3 });
}

export const inlineFilters = shownGroups(filterTests);

export const shownDetections: fc.Arbitrary<SimpleDetection> = fc.record(
  {
    detection: shownGroups(tests(conditions, fc.oneof(specifiers, enrichments))),
    alertTitle: titles,
    groupBy: fc.array(specifiers, { minLength: 1, maxLength: 2 }),
    alertContext: fc.array(
      specifiers.map((KeyValue) => ({ KeyName: 'k', KeyValue })),
      { minLength: 1, maxLength: 2 },
    ),
    dynamicSeverities: fc.array(
      fc.record({
        ChangeTo: fc.constantFrom('Info', 'HIGH'),
        Conditions: shownGroups(tests(conditions, specifiers)),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: ['detection'] },
);
