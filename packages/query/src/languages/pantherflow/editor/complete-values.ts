import { printFlowText } from '../print-expression.ts';
import type { Candidate } from './completion-items.ts';
import type { FlowScope } from './flow-schema.ts';
import type { FlowPlace } from './place.ts';
import { isSymbol, isWord } from './place.ts';
import { pathEndingAt } from './token-paths.ts';

/** The field that the value at the place is compared with: `field == ‸`, `field in [‸`, `f(field, ‸`. */
export function fieldComparedAt(place: FlowPlace): (string | number)[] | undefined {
  const { tokens, count, brackets } = place;
  const before = tokens[count - 1];
  if (isSymbol(before, '==') || isSymbol(before, '!=')) return pathEndingAt(tokens, count - 2)?.keys;
  const bracket = brackets.at(-1);
  if (!bracket) return undefined;
  const { open, commas } = bracket;
  if (isSymbol(tokens[open], '[') && isWord(tokens[open - 1], 'in')) {
    const isNegated = isWord(tokens[open - 2], 'not');
    return pathEndingAt(tokens, open - (isNegated ? 3 : 2))?.keys;
  }
  const [first] = commas;
  const isArgument = isSymbol(tokens[open], '(') && first !== undefined && isSymbol(before, ',');
  const path = isArgument ? pathEndingAt(tokens, first - 1) : undefined;
  return path?.start === open + 1 ? path.keys : undefined;
}

/** Values of a field, as text literals; inside quotes (`quote` is undefined) only what goes between them. */
export function valueCandidates(
  field: readonly (string | number)[],
  scope: FlowScope,
  quote: "'" | undefined,
): { values: Candidate[]; pendingField?: string } {
  const { valuesOf } = scope.knowledge;
  const name = field.filter((key) => typeof key === 'string').join('.');
  const values = valuesOf?.(name);
  if (!values) return valuesOf ? { values: [], pendingField: name } : { values: [] };
  return {
    values: values.map(({ value, count }, index) => ({
      label: value,
      kind: 'value',
      ...(count !== undefined && { detail: `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}` }),
      insert: quote ? printFlowText(value) : value,
      weight: 1000 - index,
    })),
  };
}
