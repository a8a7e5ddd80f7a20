import type { LoadedContent } from '../loaded.ts';
import { type Resolved, resolveCondition, type ResolvedTest } from './resolve.ts';

/** A necessary condition in words of one log type, as plain data; true: nothing is known. */
export type CandidateCondition = Resolved;
export type CandidateTest = ResolvedTest;

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
