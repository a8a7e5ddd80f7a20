import type { InlineFilters, SimpleDetection } from '@margay/model';
import { all, any } from '../combinators.ts';
import type { SimpleFault } from '../fault.ts';
import { readInlineFilters, readSimpleDetection } from '../read/read-simple-detection.ts';
import type { Expression } from '../tree.ts';
import {
  type BuilderCondition,
  type BuilderGroup,
  type BuilderModel,
  type BuilderNode,
  deepestBuilderGroup,
  type NotRepresentable,
} from './model.ts';

type Outcome<T> = { model: T; reason?: undefined } | { model?: undefined; reason: NotRepresentable };

/** The builder's view of a simple detection, or why there is none. `kind`: what people call the detection. */
export function builderModelOf(raw: SimpleDetection, kind = 'rules'): Outcome<BuilderModel> {
  const { value, faults } = readSimpleDetection(raw);
  if (faults) return syntaxError(faults);
  const parts = [value.detection, ...(value.dynamicSeverities ?? []).map(({ conditions }) => conditions)];
  const reason = reasonAgainst(parts, 'detection', kind);
  if (reason) return { reason };
  return {
    model: {
      detect: rootOf(value.detection),
      alertTitle: raw.alertTitle,
      alertContext: value.alertContext?.map(({ name, key }) => ({ keyName: name, target: key.source })),
      groupBy: value.groupBy?.map(({ source }) => source),
      dynamicSeverities: value.dynamicSeverities?.map(({ changeTo, conditions }) => ({
        changeTo,
        conditions: rootOf(conditions),
      })),
    },
  };
}

/** The same for inline filters. */
export function builderFiltersOf(raw: InlineFilters, kind = 'rules'): Outcome<BuilderGroup> {
  const { value, faults } = readInlineFilters(raw);
  if (faults) return syntaxError(faults);
  const reason = reasonAgainst([value], 'filter', kind);
  return reason ? { reason } : { model: rootOf(value) };
}

function syntaxError(faults: SimpleFault[]): { reason: NotRepresentable } {
  return { reason: { kind: 'syntax', message: 'There is an error in your syntax.', faults } };
}

function reasonAgainst(
  lists: readonly Expression[][],
  what: 'detection' | 'filter',
  kind: string,
): NotRepresentable | undefined {
  if (lists.some((parts) => groupDepth(parts) > deepestBuilderGroup)) {
    const limit = `more than ${deepestBuilderGroup} nested conditions`;
    return { kind: 'depth', message: `The GUI builder is disabled for ${kind} with ${limit}.` };
  }
  if (lists.every((parts) => parts.every(isShowable))) return undefined;
  const message = `This ${what} contains legal YAML that cannot be represented in the Rule Builder`;
  return { kind: 'form', message };
}

function groupDepth(parts: readonly Expression[]): number {
  return Math.max(0, ...parts.map((part) => ('parts' in part ? 1 + groupDepth(part.parts) : 0)));
}

function isShowable(expression: Expression): boolean {
  if (expression.kind === 'test') return true;
  if (expression.kind !== 'group') return false;
  return [all, any].includes(expression.combinator) && expression.parts.every(isShowable);
}

/** A list that is one Any group is shown as that group. */
function rootOf(parts: readonly Expression[]): BuilderGroup {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'group' && only.combinator === any) return groupOf(only);
  return { conjunction: 'and', nodes: parts.map(nodeOf) };
}

function groupOf({ combinator, parts }: Expression & { kind: 'group' }): BuilderGroup {
  return { conjunction: combinator === any ? 'or' : 'and', nodes: parts.map(nodeOf) };
}

function nodeOf(expression: Expression): BuilderNode {
  if (expression.kind === 'group') return groupOf(expression);
  return conditionOf(expression as Expression & { kind: 'test' }); // nothing else is showable
}

function conditionOf({ key, name, given }: Expression & { kind: 'test' }): BuilderCondition {
  const about = { target: key.source, operator: name };
  if (given === undefined) return about;
  return typeof given === 'object' ? { ...about, values: [...given] } : { ...about, value: given };
}
