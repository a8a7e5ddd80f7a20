import { type BuilderCondition, type BuilderGroup } from '@margay/detect/simple';
import type { FilterRequest } from '../../../lib/filter-request.ts';
import type { UnitTest } from '../queries.ts';
import { appendTo, type NodePath } from '../rule-builder/tree.ts';

/** The field as filters name it: inside a list, every place of it. Undefined where a name has signs of its own. */
export function keyPathOf(path: readonly (string | number)[]): string | undefined {
  const names = path.filter((part) => typeof part === 'string');
  if (names.length === 0 || names.some((name) => name === '' || /[.[\]]/.test(name))) return undefined;
  // An element at the end stands for its list.
  const end = path.findLastIndex((part) => typeof part === 'string') + 1;
  return path.slice(0, end).reduce<string>((text, part) => {
    if (typeof part === 'number') return text.endsWith('[*]') ? text : `${text}[*]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** The path to this very value. */
export function fullPathOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

/** Takes out events with this value: not equals for a field of its own, not contains for one of several in a list. */
export function filterFor({
  path,
  value,
}: Pick<FilterRequest, 'path' | 'value'>): BuilderCondition | undefined {
  const keyPath = keyPathOf(path);
  if (keyPath === undefined) return undefined;
  const operator = keyPath === fullPathOf(path) ? 'DoesNotEqual' : 'DoesNotContain';
  return { target: { KeyPath: keyPath }, operator, value };
}

/** The filters with one more that has to hold as well, and where it stands. */
export function withFilter(
  root: BuilderGroup,
  filter: BuilderCondition,
): { root: BuilderGroup; path: NodePath } {
  // Beside an Any group the new filter needs an All around both.
  const all: BuilderGroup = root.conjunction === 'or' ? { conjunction: 'and', nodes: [root] } : root;
  return { root: appendTo(all, [], filter), path: [all.nodes.length] };
}

export function alertTest(event: Record<string, unknown>, at: Date, existing: readonly UnitTest[]): UnitTest {
  const name = `Alert Test - ${at.toISOString()}`;
  const isTaken = existing.some((test) => test.name === name);
  return {
    name: isTaken ? `${name} (2)` : name,
    expectedResult: false,
    resource: JSON.stringify(event, null, 2),
    mocks: [],
  };
}

export const savedText = (testName: string | undefined): string =>
  `Filters${testName === undefined ? '' : ` and unit test "${testName}"`} have been successfully saved to your detection.`;

export const filterTexts = {
  failed:
    'There were errors trying to save the rule with additional filter(s). Changes have not been saved to your detection.',
  invalid: 'The required fields below be filled. Changes have not been saved to your detection.',
  addTest: 'Add the current alert event as a unit test',
  trigger: 'The detection should trigger based on the example event:',
  managedTests: 'The unit tests of this detection are created and managed by the Panther team.',
} as const;
