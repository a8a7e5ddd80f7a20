import { detectionFactsOf, findingEventOf, type Finding } from '@margay/alert';
import { withPlainNumbers } from '@margay/kit';
import type { EventObject, PythonRule } from '@margay/model';
import type { Sql } from '@margay/store';
import type { AlertWriter } from './alert-writer.ts';
import { eventsOf, type Findings, type RecordedFindings } from './findings.ts';
import { remember } from './remember.ts';

/**
 * Turns findings into alerts and queued deliveries, inside the caller's transaction. Findings of a rule that is gone by
 * now belong to no alert. Repeating a unit of work is `commitFindings`' to prevent.
 */
export async function recordAlerts(
  tx: Sql,
  writer: Pick<AlertWriter, 'record'>,
  findings: Findings,
  ruleOf: (id: string) => PythonRule | undefined,
): Promise<RecordedFindings> {
  const found = findingsOf(findings, ruleOf);
  const all = [...found.flatMap((finding) => finding ?? []), ...(findings.verdicts ?? [])];
  const ids = all.length === 0 ? [] : await writer.record(tx, all);
  let position = 0;
  const idOf = found.map((finding) => (finding === undefined ? null : (ids[position++] ?? null)));
  return {
    alertIdOfMatch: idOf.slice(0, findings.matches.length),
    alertIdOfError: idOf.slice(findings.matches.length),
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
  // Many detections may have found the same event.
  const eventOf = remember(plainEventOf);
  const timesOf = (cameAt: Date | undefined) =>
    cameAt === undefined ? { at: now } : { at: cameAt, foundAt: now };
  const ofMatches = matches.map((found): Finding | undefined => {
    const { match, cameAt } = found;
    const detection = factsOf(match.ruleId);
    if (detection === undefined) return undefined;
    const facts = { ...detection, versionId: match.ruleVersionId };
    const times = timesOf(cameAt);
    const [first, ...further] = eventsOf(found).map(eventOf);
    return {
      kind: 'match',
      detection: facts,
      ...times,
      event: first ?? null,
      ...(further.length === 0 ? {} : { furtherEvents: further }),
      texts: match,
    };
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

/** Alerts print and compare values: numbers as code has them will do. */
const plainEventOf = (event: EventObject) => findingEventOf(withPlainNumbers(event) as EventObject);
