import { alertStatuses, alertTypeLabels, errorAlertTypes, matchAlertTypes, severities } from '@margay/model';
import type { AlertType } from '@margay/model';
import { usePermission } from '../../../lib/session/session-context.tsx';
import { FilterBar } from '../../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../../ui/lists/filter-bar.tsx';
import { severityLabels } from '../../../ui/marks/severity.tsx';
import { statusLabels } from '../../../ui/marks/status.tsx';
import { listedName } from '../../../lib/person-name.ts';
import { unassigned, withoutFilters } from './list-search.ts';
import type { AlertListSearch, ListingTab, SearchChange } from './list-search.ts';
import { useLogTypeNames, usePeople, useSourceNames } from '../queries.ts';

const typesOfTab: Record<ListingTab, readonly AlertType[]> = {
  alerts: matchAlertTypes,
  'detection-errors': errorAlertTypes,
  'system-errors': [],
};

export interface AlertFiltersProps {
  search: AlertListSearch;
  onSearch: (change: SearchChange) => void;
}

/** Filters of the list; each is a part of the address. */
export function AlertFilters({ search, onSearch }: AlertFiltersProps) {
  const people = usePeople().data ?? [];
  const logTypes = useLogTypeNames().data ?? [];
  const sources = useSourceNames(usePermission('LogSourceRead')).data ?? [];
  const tab = search.tab ?? 'alerts';
  const orNone = <Value,>(values: Value[]) => (values.length === 0 ? undefined : values);
  const named = (names: readonly string[], chosen: readonly string[] = []) =>
    [...new Set([...names, ...chosen])].map((value) => ({ value, label: value }));
  // A value typed into the address is read again by the list's own rules, which drop what is no value.
  const change =
    <Name extends keyof AlertListSearch>(name: Name) =>
    (values: string[]) =>
      onSearch({ [name]: orNone(values) });

  const filters: (Filter | false)[] = [
    {
      id: 'status',
      label: 'Status',
      options: alertStatuses.map((value) => ({ value, label: statusLabels[value] })),
      values: search.status ?? [],
      onChange: change('status'),
    },
    {
      id: 'severity',
      label: 'Severity',
      options: severities.toReversed().map((value) => ({ value, label: severityLabels[value] })),
      values: search.severity ?? [],
      onChange: change('severity'),
    },
    {
      id: 'assignee',
      label: 'Assignee',
      options: [
        { value: unassigned, label: 'Unassigned' },
        ...people.map((person) => ({ value: person.id, label: listedName(person) })),
      ],
      values: search.assignee ?? [],
      onChange: change('assignee'),
    },
    typesOfTab[tab].length > 0 && {
      id: 'type',
      label: 'Alert type',
      options: typesOfTab[tab].map((value) => ({ value, label: alertTypeLabels[value] })),
      values: search.type?.filter((type) => typesOfTab[tab].includes(type)) ?? [],
      onChange: change('type'),
    },
    {
      id: 'logTypes',
      label: 'Log type',
      options: named(logTypes, search.logTypes),
      values: search.logTypes ?? [],
      onChange: change('logTypes'),
    },
    (sources.length > 0 || search.logSources !== undefined) && {
      id: 'logSources',
      label: 'Log source',
      options: sources.map((source) => ({ value: source.integrationId, label: source.integrationLabel })),
      values: search.logSources ?? [],
      onChange: change('logSources'),
    },
    search.tags !== undefined && {
      id: 'tags',
      label: 'Tag',
      options: named([], search.tags),
      values: search.tags,
      onChange: change('tags'),
    },
    search.detectionId !== undefined && {
      id: 'detectionId',
      label: 'Detection',
      options: [{ value: search.detectionId, label: search.detectionId }],
      values: [search.detectionId],
      onChange: (values) => onSearch({ detectionId: values[0] }),
    },
  ];
  return (
    <FilterBar
      filters={filters.filter((filter): filter is Filter => filter !== false)}
      onClear={() => onSearch(withoutFilters)}
    />
  );
}
