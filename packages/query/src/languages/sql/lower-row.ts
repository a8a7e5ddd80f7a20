import { refuse } from '../../diagnostics.ts';
import { regexFault } from '../../functions/pattern.ts';
import type { Expression, RowText } from '../../ir/expression.ts';
import type { SqlCall } from './ast.ts';

/** Functions that test the whole row as text, by what they do. */
export const rowFunctions: Readonly<Record<RowText['op'], string>> = {
  words: 'row_has_words',
  contains: 'row_contains',
  like: 'row_like',
  regexp: 'row_regexp_contains',
  values: 'row_values_contain',
};

/** A field of the event by its name, whether a schema has it or not; null where the event has none. */
export function lowerField(call: SqlCall): Expression {
  return { kind: 'column', name: constantText(call) };
}

/** `ROW_CONTAINS('x')`: a test of the raw line, or of all values where the table keeps none. */
export function lowerRowTest(op: RowText['op'], call: SqlCall): Expression {
  const text = constantText(call);
  const fault = op === 'regexp' ? regexFault(text) : undefined;
  if (fault) refuse(call.args[0]!.span, 'value.invalid', fault);
  return { kind: 'rowText', op, text };
}

function constantText(call: SqlCall): string {
  const [first] = call.args;
  if (call.args.length === 1 && first?.kind === 'text' && first.value !== '') return first.value;
  return refuse(
    (first ?? call).span,
    'type.mismatch',
    `${call.name.text.toUpperCase()} takes one constant text.`,
    `${call.name.text.toUpperCase()}('text')`,
  );
}
