import {
  type BuilderCondition,
  filtersOf,
  readInlineFilters,
  readSimpleDetection,
} from '@margay/detect/simple';
import { fieldMessages } from '../../../ui/inputs/form-rules.ts';
import { targetText, typeOf, type BuilderField } from './builder-fields.ts';
import { conditionsOf } from './tree.ts';
import { valueFault } from './values.ts';
import type { BuilderGroup } from '@margay/detect/simple';

export type TreeKind = 'detection' | 'filter';

export interface ConditionFault {
  part: 'field' | 'value';
  message: string;
}

/** Why a condition cannot be saved as it is. */
export function faultOfCondition(
  condition: BuilderCondition,
  fields: readonly BuilderField[],
  kind: TreeKind,
): ConditionFault | undefined {
  if (targetText(condition.target).trim() === '') return { part: 'field', message: fieldMessages.required };
  const type = typeOf(fields, condition.target);
  const { value, values } = condition;
  const isMissing = value === undefined && (values === undefined || values.length === 0);
  const list = filtersOf({ conjunction: 'and', nodes: [condition] });
  const { faults } = kind === 'filter' ? readInlineFilters(list) : readSimpleDetection({ detection: list });
  const inWords = valueFault(condition, type);
  // What the words ask beyond the format is told only where nothing is there yet or the format minds it too.
  if (inWords !== undefined && (isMissing || faults)) return { part: 'value', message: inWords };
  const [fault] = faults ?? [];
  if (!fault) return undefined;
  const isField = fault.path.some((step) => step === 'KeyPath' || step === 'Key' || step === 'Enrichment');
  return { part: isField ? 'field' : 'value', message: `${fault.message} ${fault.remedy}` };
}

/** How many conditions of a tree cannot be saved as they are. */
export function faultCountOf(root: BuilderGroup, fields: readonly BuilderField[], kind: TreeKind): number {
  return conditionsOf(root).filter(({ condition }) => faultOfCondition(condition, fields, kind)).length;
}
