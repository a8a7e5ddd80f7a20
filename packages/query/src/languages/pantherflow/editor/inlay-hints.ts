import type { FlowExpression } from '../ast.ts';
import { parsePantherFlow } from '../parse.ts';
import { everyExpression, everyTabular, expressionsOf } from '../walk.ts';
import { typeText } from './column-types.ts';
import { variablesOf } from './flow-schema.ts';
import type { FlowKnowledge } from './knowledge.ts';
import { functionNamed } from './knowledge.ts';

export interface FlowInlayHint {
  offset: number;
  /** `unit:` before an argument, `: int` behind the name of a variable. */
  text: string;
  kind: 'parameter' | 'type';
}

/** Names of parameters in calls with several arguments, and types of variables, in text order. */
export function inlayHints(text: string, knowledge: FlowKnowledge): FlowInlayHint[] {
  const { tree } = parsePantherFlow(text);
  const variables = variablesOf(tree.lets, knowledge);
  const hints: FlowInlayHint[] = [];
  for (const { name, value } of tree.lets) {
    const variable = variables.get(name.text);
    const type = variable?.type ? typeText(variable.type) : 'table';
    hints.push({ offset: name.span.end, text: `: ${type}`, kind: 'type' });
    if (value.kind !== 'tabular') addParameterHints(value, knowledge, hints);
  }
  for (const { source, stages } of everyTabular(tree))
    for (const part of source ? [source, ...stages] : stages)
      for (const value of expressionsOf(part)) addParameterHints(value, knowledge, hints);
  return hints.sort((a, b) => a.offset - b.offset);
}

function addParameterHints(
  expression: FlowExpression,
  knowledge: FlowKnowledge,
  hints: FlowInlayHint[],
): void {
  for (const call of everyExpression(expression)) {
    if (call.kind !== 'call' || call.args.length < 2) continue;
    const params = functionNamed(knowledge, call.name)?.params ?? [];
    // Where parameters repeat, their names tell nothing.
    if (params.some(({ variadic }) => variadic)) continue;
    for (const [index, arg] of call.args.entries()) {
      const param = params[index];
      const saysTheSame = arg.kind === 'variable' && arg.name === param?.name;
      if (!param || saysTheSame) continue;
      hints.push({ offset: arg.span.start, text: `${param.name}:`, kind: 'parameter' });
    }
  }
}
