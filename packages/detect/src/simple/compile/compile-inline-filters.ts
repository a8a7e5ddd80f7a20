import type { EventObject, InlineFilters } from '@margay/model';
import { all, type Check } from '../combinators.ts';
import type { Reading } from '../fault.ts';
import { readInlineFilters } from '../read/read-simple-detection.ts';
import type { Expression } from '../tree.ts';
import { compileExpressions, type CompileOptions } from './compile-expression.ts';

export interface CompiledInlineFilters {
  /** No event fails them: there are none, or they are empty. */
  passAll: boolean;
  /** Whether the rule shall see the event. Never throws. */
  passes(event: EventObject): boolean;
}

export function compileInlineFilters(raw: InlineFilters): Reading<CompiledInlineFilters> {
  const { value, faults } = readInlineFilters(raw);
  if (faults) return { faults };
  return {
    value: { passAll: value.every(isAlwaysMet), passes: compileFilters(value) },
  };
}

/**
 * Unlike in a detection, a condition on a field the event does not have passes: a filter takes out what it is sure
 * of. A field that holds null is there.
 */
export function compileFilters(
  filters: readonly Expression[],
  options: Pick<CompileOptions, 'watch'> = {},
): Check {
  return compileExpressions(filters, { ...options, onAbsent: true }, ['InlineFilters']);
}

function isAlwaysMet(expression: Expression): boolean {
  return expression.kind === 'group' && expression.combinator === all && expression.parts.every(isAlwaysMet);
}
