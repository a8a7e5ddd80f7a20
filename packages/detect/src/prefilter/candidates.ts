import type { CandidateCondition } from '@margay/model';
import type { LoadedContent } from '../loaded.ts';
import type { FieldRead } from './condition.ts';
import { resolveCondition } from './resolve.ts';

/** What the text of a loaded rule tells about the events of a log type it can say anything about. */
export function candidateCondition(
  loaded: LoadedContent,
  ruleId: string,
  logType: string,
): CandidateCondition {
  const { content, numberOf, analyses } = loaded;
  const condition = analyses.get(numberOf.get(ruleId) ?? -1)?.condition ?? true;
  const model = content.dataModels.find((entry) => entry.enabled && entry.logTypes.includes(logType));
  return resolveCondition(condition, model?.mappings ?? []);
}

/**
 * All a loaded rule looks at: two events that are alike there give the same answer and the same texts, whatever else
 * they hold. Undefined where that is not certain.
 */
export function fieldReads(loaded: LoadedContent, ruleId: string): readonly FieldRead[] | undefined {
  const { numberOf, analyses, ownRules } = loaded;
  const number = numberOf.get(ruleId) ?? -1;
  // Inline filters look at fields of their own.
  return ownRules.has(number) ? undefined : analyses.get(number)?.reads;
}
