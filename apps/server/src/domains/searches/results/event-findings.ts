import type { Catalog } from '@margay/model';
import { decodeRows, findingsOf, toClickHouse, type EventKey, type LogicalRow } from '@margay/query';
import * as z from 'zod';
import type { AskLake, PersonLimits } from '../runs/ask-lake.ts';
import { EventKeySchema, readEventKeys } from './event-key.ts';

/** A match belongs to an alert, a signal does not, an error says that the detection failed on the event. */
export type FindingKind = 'MATCH' | 'SIGNAL' | 'ERROR';

export interface EventFinding {
  kind: FindingKind;
  detectionId: string;
  alertId: string | null;
  title: string | null;
  severity: string | null;
}

/** An event that detections found something in. */
export interface FoundEvent {
  rowId: string;
  findings: EventFinding[];
}

/** Marks beside rows that are there already: what takes longer must not hold up searches. */
export const findingLimits: PersonLimits = { timeoutMs: 10_000, maxMemoryBytes: 500_000_000 };
const mostEvents = 1_000;
/** An event that hundreds of detections match is a curiosity; nobody reads that many marks. */
const mostFindings = 20;
const mostRows = 100_000;

const EventKeys = z.array(EventKeySchema).max(mostEvents, `they are more than ${mostEvents}`);

/**
 * What detections found in these events, for those with any, in the order asked for. A finding in several tables is
 * said once. Throws `InvalidInput` for more than 1,000 events, and for times that no event has.
 */
export async function readEventFindings(
  events: readonly EventKey[],
  { catalog, ask }: { catalog: Catalog; ask: AskLake },
): Promise<FoundEvent[]> {
  const keys = readEventKeys(EventKeys, 'events', events);
  const relation = findingsOf(keys, catalog);
  if (!relation) return [];
  const query = toClickHouse({ kind: 'distinct', input: relation }, catalog);
  const rows = decodeRows(query, await ask(query, mostRows));
  const byEvent = Map.groupBy(rows, (row) => String(row['rowId']));
  return [...new Set(keys.map(({ rowId }) => rowId))].flatMap((rowId) => {
    const found = byEvent.get(rowId);
    return found ? [{ rowId, findings: eachOnce(found.map(findingOf)) }] : [];
  });
}

function findingOf(row: LogicalRow): EventFinding {
  const text = (name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : null);
  const alertId = text('alertId');
  const isError = row['database'] === 'panther_rule_errors';
  return {
    kind: isError ? 'ERROR' : alertId === null ? 'SIGNAL' : 'MATCH',
    detectionId: text('ruleId') ?? '',
    alertId,
    title: text('title'),
    severity: text('severity'),
  };
}

const rank: Record<FindingKind, number> = { MATCH: 0, ERROR: 1, SIGNAL: 2 };

/** Matches first; a signal says nothing beside a match of the same detection. */
function eachOnce(findings: readonly EventFinding[]): EventFinding[] {
  const sorted = findings.toSorted(
    (a, b) => rank[a.kind] - rank[b.kind] || a.detectionId.localeCompare(b.detectionId),
  );
  const matched = new Set(
    sorted.filter(({ kind }) => kind === 'MATCH').map(({ detectionId }) => detectionId),
  );
  const known = new Set<string>();
  return sorted
    .filter(({ kind, detectionId, alertId }) => {
      const key = `${kind}\n${detectionId}\n${alertId ?? ''}`;
      const isNew = !known.has(key) && !(kind === 'SIGNAL' && matched.has(detectionId));
      known.add(key);
      return isNew;
    })
    .slice(0, mostFindings);
}
