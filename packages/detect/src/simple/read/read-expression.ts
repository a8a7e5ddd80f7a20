import { nearestWord } from '@margay/kit';

import { type Combinator, combinators } from '../combinators.ts';
import { absolutes, conditionOf, conditions } from '../conditions/index.ts';
import { type FaultPath, faultCodes } from '../fault.ts';
import { quantifiers } from '../quantifiers.ts';
import type { Expression } from '../tree.ts';
import { readAbsolute, readElements, readTest } from './read-forms.ts';
import type { Reader } from './reader.ts';
import { hasOnlyKeys, readList, readMapping, readText } from './shapes.ts';

/** Several expressions under one key. What cannot be read is left out, with faults. */
export function readExpressions(reader: Reader, raw: unknown, path: FaultPath, depth: number): Expression[] {
  const list = readList(reader, raw, path) ?? [];
  const found: Expression[] = [];
  for (const [at, item] of list.entries()) {
    const inner = [...path, at];
    if (!reader.mayEnter(inner, depth)) break;
    const expression = readExpression(reader, item, inner, depth);
    if (expression) found.push(expression);
  }
  return found;
}

function readExpression(
  reader: Reader,
  item: unknown,
  path: FaultPath,
  depth: number,
): Expression | undefined {
  const raw = readMapping(reader, item, path);
  if (!raw) return undefined;
  const combinator = combinators.find(({ name }) => Object.hasOwn(raw, name));
  if (combinator) return readGroup(reader, raw, combinator, path, depth);
  const name = readText(reader, raw['Condition'], [...path, 'Condition']);
  if (name === undefined) return undefined;
  const holds = absolutes.get(name);
  if (holds !== undefined) return readAbsolute(reader, raw, name, holds, path);
  const quantifier = quantifiers.find((entry) => entry.name === name);
  if (quantifier)
    return readElements(reader, raw, quantifier, path, (list, at) =>
      readExpressions(reader, list, at, depth + 1),
    );
  const condition = conditionOf(name);
  if (condition) return readTest(reader, raw, condition, name, path);
  return unknownCondition(reader, name, [...path, 'Condition']);
}

function readGroup(
  reader: Reader,
  raw: Record<string, unknown>,
  combinator: Combinator,
  path: FaultPath,
  depth: number,
): Expression | undefined {
  const { name, inFilters } = combinator;
  if (!hasOnlyKeys(reader, raw, [name], path, `an expression with ${name}`)) return undefined;
  if (reader.isFilter && !inFilters)
    return reader.fault(
      faultCodes.notInFilters,
      [...path, name],
      `Inline filters do not know ${name}.`,
      'Use All and Any, with the opposite conditions.',
    );
  if (!Array.isArray(raw[name]))
    return reader.fault(
      faultCodes.combinator,
      [...path, name],
      `${name} stands before a list of expressions.`,
      'Begin each expression with "- ".',
    );
  return { kind: 'group', combinator, parts: readExpressions(reader, raw[name], [...path, name], depth + 1) };
}

function unknownCondition(reader: Reader, name: string, path: FaultPath): undefined {
  const names = [...conditions, ...quantifiers].map((entry) => entry.name).concat([...absolutes.keys()]);
  return reader.fault(
    faultCodes.unknownCondition,
    path,
    `There is no condition "${name.slice(0, 60)}".`,
    `Did you mean ${nearestWord(name.slice(0, 60), names, Infinity)!}?`,
  );
}
