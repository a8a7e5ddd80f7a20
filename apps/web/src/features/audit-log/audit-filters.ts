import type { Filter } from '../../ui/lists/filter-bar.tsx';
import { oneOfFilter, textsFilter } from '../../ui/lists/list-filters.ts';
import { auditResults, auditSpans, spanLabels } from './audit-search.ts';
import type { AuditSearch } from './audit-search.ts';
import { resultLabels } from './entry-marks.tsx';
import type { AuditEntry } from './queries.ts';

/** Filters of the list. People and addresses to choose from are those of the entries that are there. */
export function auditFilters(
  search: AuditSearch,
  { actions, entries }: { actions: readonly string[]; entries: readonly AuditEntry[] },
  onSearch: (change: Partial<AuditSearch>) => void,
): Filter[] {
  const people = new Map(
    entries.flatMap(({ actor: { id, name } }) => (id === null ? [] : [[id, name ?? id] as const])),
  );
  if (search.actor !== undefined && !people.has(search.actor)) people.set(search.actor, search.actor);
  const addresses = new Set(entries.flatMap(({ sourceIp }) => (sourceIp === null ? [] : [sourceIp])));
  if (search.ip !== undefined) addresses.add(search.ip);
  return [
    oneOfFilter(
      'span',
      'Time',
      auditSpans.map((value) => ({ value, label: spanLabels[value] })),
      search.span,
      (span) => onSearch({ span: span ?? 'all' }),
    ),
    textsFilter('action', 'Action', actions, search.action, (action) => onSearch({ action })),
    {
      id: 'result',
      label: 'Result',
      options: auditResults.map((value) => ({ value, label: resultLabels[value] })),
      values: search.result ?? [],
      onChange: (values) => {
        const result = auditResults.filter((value) => values.includes(value));
        onSearch({ result: result.length === 0 ? undefined : result });
      },
    },
    oneOfFilter(
      'actor',
      'Actor',
      [...people].map(([value, label]) => ({ value, label })),
      search.actor,
      (actor) => onSearch({ actor }),
    ),
    oneOfFilter(
      'ip',
      'Address',
      [...addresses].map((value) => ({ value, label: value })),
      search.ip,
      (ip) => onSearch({ ip }),
    ),
  ];
}
