import type { Catalog, CatalogTable } from '@margay/model';
import { isFindingsDatabase } from '@margay/model';

import { call, column } from '../ir/conditions.ts';
import type { Expression } from '../ir/expression.ts';
import { findingsBehind, shownId } from '../ir/merge-findings.ts';
import type { Relation } from '../ir/relation.ts';

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
  if (inputs.length === 0) return undefined;
  return inputs.length === 1 ? inputs[0] : { kind: 'union', match: 'position', inputs };
}

function findingsIn({ database, name }: CatalogTable, events: readonly EventKey[]): Relation {
  const times = [...new Set(events.map(({ eventTime }) => eventTime))];
  const isOneOfThem = call('in', shownId, ...events.map(({ rowId }) => literal(rowId, 'string')));
  // The times let the engine read only where such an event can be.
  const isThen = call('in', column('p_event_time'), ...times.map((time) => literal(time, 'timestamp')));
  return {
    kind: 'project',
    input: {
      kind: 'filter',
      input: { kind: 'scan', database, table: name },
      where: call('and', isThen, isOneOfThem),
    },
    columns: [
      { name: 'rowId', value: shownId },
      { name: 'database', value: literal(database, 'string') },
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
export function eventsFindings(
  relation: Relation,
  catalog: Catalog,
  rows: readonly Readonly<Record<string, unknown>>[],
  wanted: ReadonlySet<string>,
): Relation | undefined {
  const behind = findingsBehind(relation, catalog);
  const names = [...wanted].filter((name) => behind?.names.has(name));
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
        where: call(
          'and',
          call(
            'in',
            column('p_event_time'),
            ...[...new Set(times)].map((time) => literal(time, 'timestamp')),
          ),
          call('in', shownId, ...ids.map((id) => literal(id, 'string'))),
        ),
      },
    },
    columns: [{ name: 'rowId', value: shownId }, ...names.map((name) => ({ name, value: column(name) }))],
  };
}

const literal = (value: string, kind: 'string' | 'timestamp'): Expression => ({
  kind: 'literal',
  value,
  type: { kind },
});
