import type { Expression } from './expression.ts';
import { partsOf } from './map-expression.ts';
import { isOnlyIn, type MergedInput } from './merged-input.ts';

/** Conditions on events by whom they are asked of. */
export interface MergedConditions {
  /** Those on fields that lines have. */
  ofLines: readonly Expression[];
  /** Those on fields that only findings have. */
  ofFindings: readonly Expression[];
  /** Of the lines' conditions those on nothing but the time of the event, which is that of its findings too. */
  times: readonly Expression[];
  /** What is asked of a finding whose line is asked the rest. */
  inFindings: readonly Expression[];
}

export function partConditions(
  conditions: readonly Expression[],
  lines: readonly MergedInput[],
  findings: readonly MergedInput[],
): MergedConditions {
  const isOfFindings = (condition: Expression) =>
    findings.some((finding) => lines.some((line) => isAbout(finding, line, condition)));
  const ofFindings = conditions.filter(isOfFindings);
  const ofLines = conditions.filter((condition) => !ofFindings.includes(condition));
  const times = ofLines.filter(isOfTime);
  return { ofLines, ofFindings, times, inFindings: [...times, ...ofFindings] };
}

/** Whether the condition asks for something that rows of the findings have and the log line has not. */
function isAbout(finding: MergedInput, line: MergedInput, condition: Expression): boolean {
  return partsOf(condition).some(
    (part) => part.kind === 'column' && isOnlyIn(finding, line, part.name.toLowerCase()),
  );
}

const isOfTime = (condition: Expression): boolean =>
  partsOf(condition).every(
    (part) =>
      part.kind === 'literal' ||
      part.kind === 'call' ||
      (part.kind === 'column' && part.name === 'p_event_time'),
  );

/** Whether it asks neither for words anywhere in the row nor by a query of its own. */
export const isPlain = (condition: Expression): boolean =>
  partsOf(condition).every(({ kind }) => kind !== 'rowText' && kind !== 'inQuery' && kind !== 'existsQuery');

const strict = new Set(['eq', 'in', 'lt', 'le', 'gt', 'ge', 'isNotNull', 'contains', 'ilike', 'like']);

/** Whether it certainly fails where its field is missing; said of the plainest conditions only. */
export function isNeverTrueOfNull(condition: Expression): boolean {
  if (condition.kind !== 'call') return false;
  const [first, second] = condition.args;
  const field = first?.kind === 'call' && first.fn === 'to_varchar' ? first.args[0] : first;
  if (field?.kind !== 'column') return false;
  return (
    strict.has(condition.fn) ||
    (condition.fn === 'same' && second?.kind === 'literal' && second.value !== null)
  );
}
