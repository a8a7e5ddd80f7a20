import { stringifyJson } from '@margay/kit';
import type { Specifier, SpecifierSource } from './specifier.ts';
import type { Expression } from './tree.ts';

/** A way to a value on one line, names joined by dots. */
export function textOfSource(source: SpecifierSource): string {
  if ('Key' in source) return source.Key;
  if ('KeyPath' in source) return source.KeyPath;
  if ('DeepKey' in source)
    return source.DeepKey.map((step, at) =>
      typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`,
    ).join('');
  const { Table, Selector, FieldPath } = source.Enrichment;
  return `p_enrichment.${Table}.${Selector}.${FieldPath}`;
}

const textOf = ({ source }: Specifier) => textOfSource(source);

/** An expression on one line, for people: `eventName Equals "PutObject"`. Of a group only how many it has. */
export function textOfExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'group':
      return `${expression.combinator.name} of ${expression.parts.length}`;
    case 'absolute':
      return expression.name;
    case 'test': {
      const { key, name, given } = expression;
      const about = `${textOf(key)} ${name}`;
      return given === undefined ? about : `${about} ${stringifyJson(given)}`;
    }
    case 'compare':
      return `${textOf(expression.left)} ${expression.name} ${textOf(expression.right)}`;
    case 'elements':
      return `${expression.quantifier.name} of ${textOf(expression.key)}`;
  }
}
