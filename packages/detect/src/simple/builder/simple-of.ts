import type { SimpleDetection } from '@margay/model';
import type { BuilderGroup, BuilderModel, BuilderNode } from './model.ts';

/** A simple detection as the builder's view says it. It is read again before it is kept. */
export function simpleOf(model: BuilderModel): SimpleDetection {
  const { detect, alertTitle, alertContext, groupBy, dynamicSeverities } = model;
  return {
    detection: filtersOf(detect),
    alertTitle,
    alertContext: alertContext?.map(({ keyName, target }) => ({ KeyName: keyName, KeyValue: target })),
    groupBy,
    dynamicSeverities: dynamicSeverities?.map(({ changeTo, conditions }) => ({
      ChangeTo: changeTo,
      Conditions: filtersOf(conditions),
    })),
  };
}

/** The list of expressions a group stands for; also how inline filters are written. */
export function filtersOf(root: BuilderGroup): unknown[] {
  return root.conjunction === 'or' ? [expressionOf(root)] : root.nodes.map(expressionOf);
}

function expressionOf(node: BuilderNode): Record<string, unknown> {
  if ('nodes' in node) return { [node.conjunction === 'or' ? 'Any' : 'All']: node.nodes.map(expressionOf) };
  const { target, operator, value, values } = node;
  return {
    ...target,
    Condition: operator,
    ...(value === undefined ? {} : { Value: value }),
    ...(values === undefined ? {} : { Values: values }),
  };
}
