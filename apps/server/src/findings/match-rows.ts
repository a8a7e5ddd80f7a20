import { allEnded, stringifyOnce } from '@margay/kit';
import { createRowEncoder, type Lake, type TableLayout } from '@margay/lake';
import type { EventObject, EventShape, LakeDatabase, PythonRule } from '@margay/model';
import { timestampTextOfDate } from '@margay/schema';
import { eventsOf, type Findings, type FoundMatch, type RecordedFindings } from './findings.ts';

export interface MatchRowsDeps {
  lake: Lake;
  /** Shape of a log type as it is now. */
  shapeOf(logType: string): EventShape | undefined;
  ruleOf(id: string): PythonRule | undefined;
  /** Where rows of no known log type go. Absent: they are left out. */
  layoutOfOthers?(database: LakeDatabase): TableLayout | undefined;
}

interface Row {
  logType: string;
  event: EventObject;
  alertId: string | null;
  /** Characters of its texts, about. The same in a repeat. */
  length: number;
  /** Columns beside the event's. Made when the row is encoded: an alert context may be as large as the event. */
  extra(): Record<string, unknown>;
}

/** Rows of more characters go into the lake in pieces: encoded together they would take all memory, and all time. */
const pieceLength = 32 * 1024 * 1024;

/**
 * Writes signals, rule matches and rule errors of a unit of work into the lake, side by side as far as the lake lets. Repeating
 * it changes nothing.
 */
export async function writeMatchRows(
  deps: MatchRowsDeps,
  findings: Findings,
  recorded: RecordedFindings,
  isRepeat: boolean,
): Promise<void> {
  const signals = findings.matches.flatMap((found, i) =>
    rowsOfMatch(deps, found, recorded.alertIdOfMatch[i] ?? null, findings.now),
  );
  const matches = signals.filter((row) => row.alertId !== null);
  const errors = findings.errors.flatMap(({ error, event }, i): Row[] => {
    if (event === undefined) return [];
    const rule = deps.ruleOf(error.ruleId);
    const alertId = recorded.alertIdOfError[i] ?? null;
    const extra = () => ({
      p_rule_id: error.ruleId,
      p_rule_error: error.error,
      p_rule_severity: rule?.severity ?? null,
      p_alert_id: alertId,
    });
    return [rowOf(event, { alertId, extra, length: error.error.length })];
  });
  const insert = (database: LakeDatabase, rows: readonly Row[]) =>
    insertByLogType(deps, database, rows, findings.unitId, isRepeat);
  await allEnded([
    insert('panther_signals', signals),
    insert('panther_rule_matches', matches),
    insert('panther_rule_errors', errors),
  ]);
}

function rowsOfMatch(deps: MatchRowsDeps, found: FoundMatch, alertId: string | null, now: Date): Row[] {
  const { match } = found;
  const rule = deps.ruleOf(match.ruleId);
  const at = timestampTextOfDate(now);
  const extra = () => ({
    p_rule_id: match.ruleId,
    p_alert_id: alertId,
    p_alert_creation_time: alertId === null ? null : at,
    p_alert_update_time: alertId === null ? null : at,
    p_alert_context: match.contextJson === undefined ? null : JSON.parse(match.contextJson),
    p_alert_severity: match.severity ?? rule?.severity ?? null,
    p_alert_title: match.title ?? null,
    p_dedup_string: match.dedup ?? null,
    p_rule_severity: rule?.severity ?? null,
    p_rule_tags: rule?.tags ?? [],
    p_rule_reports: rule?.reports ?? {},
  });
  const length = match.contextJson?.length ?? 0;
  return eventsOf(found).map((event) => rowOf(event, { alertId, extra, length }));
}

const rowOf = (event: EventObject, { length, ...about }: Pick<Row, 'alertId' | 'extra' | 'length'>): Row => ({
  ...about,
  logType: String(event['p_log_type']),
  event,
  length: length + stringifyOnce(event).length,
});

async function insertByLogType(
  deps: MatchRowsDeps,
  database: LakeDatabase,
  rows: readonly Row[],
  unitId: string,
  isRepeat: boolean,
): Promise<void> {
  const layouts = new Map<string, TableLayout | undefined>();
  for (const { logType } of rows) {
    if (!layouts.has(logType)) layouts.set(logType, await layoutOf(deps, database, logType));
  }
  const inserts = [...Map.groupBy(rows, (row) => layouts.get(row.logType))].map(async ([layout, members]) => {
    if (layout === undefined) return;
    const token = `${unitId}:${database}:${layout.table}`;
    for (const [index, piece] of piecesOf(members).entries()) {
      const encoder = createRowEncoder(layout);
      for (const row of piece) encoder.append({ event: row.event }, row.extra());
      await deps.lake.insert(layout, encoder.take(), {
        token: index === 0 ? token : `${token}:${index}`,
        isRepeat,
      });
    }
  });
  await allEnded(inserts);
}

/** Each of one row at least, and no longer than a piece may be if it has more. */
function piecesOf(rows: readonly Row[]): Row[][] {
  const pieces: Row[][] = [];
  let current: Row[] = [];
  let length = 0;
  for (const row of rows) {
    if (current.length > 0 && length + row.length > pieceLength) {
      pieces.push(current);
      current = [];
      length = 0;
    }
    current.push(row);
    length += row.length;
  }
  if (current.length > 0) pieces.push(current);
  return pieces;
}

async function layoutOf(
  { lake, shapeOf, layoutOfOthers }: MatchRowsDeps,
  database: LakeDatabase,
  logType: string,
): Promise<TableLayout | undefined> {
  const shape = shapeOf(logType);
  return shape === undefined ? layoutOfOthers?.(database) : lake.ensureTable(database, shape);
}
