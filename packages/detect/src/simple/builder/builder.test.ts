import { corpusPath } from '@margay/kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineFilters, shownDetections } from '../../testing/simple-arbitraries.ts';
import { simpleCases } from '../../testing/simple-corpus.ts';
import { builderFiltersOf, builderModelOf } from './builder-model-of.ts';
import { filtersOf, simpleOf } from './simple-of.ts';

const exists = { KeyPath: 'a', Condition: 'Exists' };

describe('the Rule Builder', () => {
  it('[001-3.28] shows All and Any groups of targets with operators and values', () => {
    const detection = [
      { KeyPath: 'a.b', Condition: 'Equals', Value: 5 },
      {
        Any: [
          { KeyPath: 'c', Condition: 'IsIn', Values: ['x', 'y'] },
          { KeyPath: 'd', Condition: 'IsNull' },
        ],
      },
    ];
    expect(builderModelOf({ detection }).model?.detect).toEqual({
      conjunction: 'and',
      nodes: [
        { target: { KeyPath: 'a.b' }, operator: 'Equals', value: 5 },
        {
          conjunction: 'or',
          nodes: [
            { target: { KeyPath: 'c' }, operator: 'IsIn', values: ['x', 'y'] },
            { target: { KeyPath: 'd' }, operator: 'IsNull' },
          ],
        },
      ],
    });
  });

  it('[001-3.29] writes KeyPath, Condition, Value and Values', () => {
    const root = {
      conjunction: 'or' as const,
      nodes: [
        { target: { KeyPath: 'a' }, operator: 'Contains', value: 'x' },
        { conjunction: 'and' as const, nodes: [{ target: { KeyPath: 'b' }, operator: 'IsIn', values: [1] }] },
      ],
    };
    expect(filtersOf(root)).toEqual([
      {
        Any: [
          { KeyPath: 'a', Condition: 'Contains', Value: 'x' },
          { All: [{ KeyPath: 'b', Condition: 'IsIn', Values: [1] }] },
        ],
      },
    ]);
  });

  it('gives back exactly the detection it was given', () => {
    fc.assert(
      fc.property(shownDetections, (simple) => {
        const { model, reason } = builderModelOf(simple);
        expect(reason).toBeUndefined();
        expect(simpleOf(model!)).toEqual(simple);
        // The model itself is plain data.
        expect(JSON.parse(JSON.stringify(model))).toEqual(
          JSON.parse(JSON.stringify(builderModelOf(simpleOf(model!)).model)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('gives back exactly the filters it was given', () => {
    fc.assert(
      fc.property(inlineFilters, (filters) => {
        expect(filtersOf(builderFiltersOf(filters).model!)).toEqual(filters);
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[string, object]>([
    ['None', { None: [exists] }],
    ['OnlyOne within Any', { Any: [{ OnlyOne: [exists] }] }],
    ['a list comprehension', { Key: 'a', Condition: 'AnyElement', Expressions: [exists] }],
    ['two fields', { Condition: 'Equals', Values: [{ Key: 'a' }, { Key: 'b' }] }],
    ['an absolute condition', { Condition: 'AlwaysTrue' }],
  ])('[001-3.30] says that it cannot show %s', (_, expression) => {
    expect(builderModelOf({ detection: [expression] }).reason).toEqual({
      kind: 'form',
      message: 'This detection contains legal YAML that cannot be represented in the Rule Builder',
    });
  });

  it('[001-5.104] is disabled below three groups', () => {
    const three = { All: [{ Any: [{ All: [exists] }] }] };
    expect(builderModelOf({ detection: [three] }).reason).toBeUndefined();
    expect(builderModelOf({ detection: [{ Any: [three] }] }, 'scheduled rules').reason).toEqual({
      kind: 'depth',
      message: 'The GUI builder is disabled for scheduled rules with more than 3 nested conditions.',
    });
  });

  it('[001-5.103] says that there is an error in the syntax, and which', () => {
    const { reason } = builderModelOf({ detection: [{ KeyPath: 'a', Condition: 'Equals' }] });
    expect(reason).toMatchObject({
      kind: 'syntax',
      message: 'There is an error in your syntax.',
      faults: [{ code: 'SD00200005', path: ['Detection', 0, 'Value'] }],
    });
  });

  it.skipIf(corpusPath('simple-detection-tests.jsonl.gz') === undefined)(
    'gives back the public detections it can show (skipped: no corpus)',
    () => {
      const detections = [...new Map(simpleCases()!.map((entry) => [entry.ruleId, entry.simple])).values()];
      const shown = detections.filter((simple) => builderModelOf(simple).model);
      for (const simple of shown) expect(simpleOf(builderModelOf(simple).model!)).toEqual(simple);
      expect(shown.length).toBeGreaterThan(detections.length / 2);
    },
  );
});
