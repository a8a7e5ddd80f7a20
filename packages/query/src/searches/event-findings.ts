import type { Catalog, CatalogTable } from '@margay/model';
import { isFindingsDatabase } from '@margay/model';

import { call, column, literal } from '../ir/conditions.ts';
import { findingsBehind } from '../ir/findings-behind.ts';
import { eventTime, shownId } from '../ir/merged-input.ts';
import type { Relation } from '../ir/relation.ts';
import { united } from '../ir/relations.ts';
import { timestamp } from '../ir/types.ts';

/** A stored event as a page of rows names it; `eventTime` as the lake writes times, UTC. */
export interface EventKey {
  logType: string;
  rowId: string;
  eventTime: string;
}

/**
 * What detections found in these events: columns `rowId`, `database`, `ruleId`, `alertId`, `title`, `severity`, one row
 * for each stored finding. A match is in the databases of signals and of matches. Undefined when there are no such
 * tables for their log types, or none that the catalog shows.
 */
export function findingsOf(events: readonly EventKey[], catalog: Catalog): Relation | undefined {
  const inputs = [...Map.groupBy(events, ({ logType }) => logType)].flatMap(([logType, some]) =>
    catalog
      .tables()
      .filter((table) => table.logType === logType && isFindingsDatabase(table.database))
      .map((table) => findingsIn(table, some)),
  );
  return inputs.length === 0 ? undefined : united(inputs);
}

function findingsIn({ database, name }: CatalogTable, events: readonly EventKey[]): Relation {
  const where = isOneOf(
    events.map(({ rowId }) => rowId),
    events.map((event) => event.eventTime),
  );
  return {
    kind: 'project',
    input: { kind: 'filter', input: { kind: 'scan', database, table: name }, where },
    columns: [
      { name: 'rowId', value: shownId },
      { name: 'database', value: literal(database) },
      { name: 'ruleId', value: column('p_rule_id') },
      { name: 'alertId', value: column('p_alert_id') },
      { name: 'title', value: column('p_alert_title') },
      { name: 'severity', value: call('coalesce', column('p_alert_severity'), column('p_rule_severity')) },
    ],
  };
}

/**
 * Of rows of a search that merges findings into events, the findings that fulfil its conditions, by rule: column `rowId` and
 * the wanted columns. Undefined where the search merges none, or nothing wanted is a column of findings alone.
 */
export function findingsBehindRows(
  relation: Relation,
  catalog: Catalog,
  rows: readonly Readonly<Record<string, unknown>>[],
  wanted: ReadonlySet<string>,
): Relation | undefined {
  const behind = findingsBehind(relation, catalog);
  const names = [...wanted].filter((name) => behind?.holds(name));
  const texts = (name: string) => rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : []));
  const [ids, times] = [texts('p_row_id'), texts('p_event_time')];
  if (!behind || names.length === 0 || ids.length === 0 || times.length === 0) return undefined;
  return {
    kind: 'project',
    input: {
      kind: 'sort',
      keys: [{ value: column('p_rule_id'), descending: false }],
      input: {
        kind: 'filter',
        input: behind.relation,
        where: isOneOf(ids, times),
      },
    },
    columns: [{ name: 'rowId', value: shownId }, ...names.map((name) => ({ name, value: column(name) }))],
  };
}

/** Whether a finding is one of these events. The times let the engine read only where they can be. */
function isOneOf(ids: readonly string[], times: readonly string[]) {
  return call(
    'and',
    call('in', eventTime, ...[...new Set(times)].map((time) => literal(time, timestamp))),
    call('in', shownId, ...ids.map((id) => literal(id))),
  );
}
