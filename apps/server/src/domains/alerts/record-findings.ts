import { detectionFactsOf, findingEventOf, type Finding } from '@margay/alert';
import { withPlainNumbers } from '@margay/kit';
import type { EventObject, PythonRule } from '@margay/model';
import type { Findings, RecordFindings } from '../../pipeline/findings.ts';
import type { AlertWriter } from './writer.ts';

/**
 * What the pipeline calls for each part. Findings of a rule that is gone by now belong to no alert. Repeating a part
 * is the caller's to prevent: it remembers finished parts in the same transaction.
 */
export function createRecordFindings(
  writer: AlertWriter,
  ruleOf: (id: string) => PythonRule | undefined,
): RecordFindings {
  return async (tx, findings) => {
    const found = findingsOf(findings, ruleOf);
    const ids = await writer.record(
      tx,
      found.flatMap((finding) => finding ?? []),
    );
    let position = 0;
    const all = found.map((finding) => (finding === undefined ? null : (ids[position++] ?? null)));
    return {
      alertIdOfMatch: all.slice(0, findings.matches.length),
      alertIdOfError: all.slice(findings.matches.length),
    };
  };
}

function findingsOf(
  { matches, errors, now }: Findings,
  ruleOf: (id: string) => PythonRule | undefined,
): (Finding | undefined)[] {
  const factsOf = remember((id: string) => {
    const rule = ruleOf(id);
    return rule && detectionFactsOf(rule);
  });
  const timesOf = (cameAt: Date | undefined) =>
    cameAt === undefined ? { at: now } : { at: cameAt, foundAt: now };
  const ofMatches = matches.map(({ match, event, cameAt }): Finding | undefined => {
    const detection = factsOf(match.ruleId);
    if (detection === undefined) return undefined;
    const facts = { ...detection, versionId: match.ruleVersionId };
    const times = timesOf(cameAt);
    return { kind: 'match', detection: facts, ...times, event: eventOf(event), texts: match };
  });
  const ofErrors = errors.map(({ error, event, cameAt }): Finding | undefined => {
    const detection = factsOf(error.ruleId);
    if (detection === undefined) return undefined;
    return {
      kind: 'error',
      detection: { ...detection, versionId: error.ruleVersionId },
      ...timesOf(cameAt),
      event: event === undefined ? null : eventOf(event),
      error: error.error,
      ...(error.traceback === undefined ? {} : { traceback: error.traceback }),
    };
  });
  return [...ofMatches, ...ofErrors];
}

function remember<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) };
    known.set(key, entry);
    return entry.value;
  };
}

/** Alerts print and compare values: numbers as code has them will do. */
const eventOf = (event: EventObject) => findingEventOf(withPlainNumbers(event) as EventObject);
