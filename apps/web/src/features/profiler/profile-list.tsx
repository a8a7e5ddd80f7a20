import { failureText } from '../../lib/graphql/request-error.ts';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { BusyBar, EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import { NarrowProfile, profileColumns, stateLabels } from './profile-columns.tsx';
import { profileRows, profileSorts, profileStates, profileWindows } from './profile-list-search.ts';
import type { ProfileSearch, ProfileState } from './profile-list-search.ts';
import { ProfileSheet } from './profile-sheet.tsx';
import { ProfileSummary } from './profile-summary.tsx';
import styles from './profiler.module.css';
import { useProfiles } from './queries.ts';
import type { Profile } from './queries.ts';

const windowLabels: Record<(typeof profileWindows)[number], string> = {
  1: 'Hour',
  24: '24 hours',
  168: '7 days',
};
const isState = (value: string): value is ProfileState => profileStates.some((state) => state === value);
const orNone = <Value,>(values: Value[]) => (values.length === 0 ? undefined : values);
const narrowRow = (profile: Profile) => <NarrowProfile profile={profile} />;

export interface ProfileListProps {
  search: ProfileSearch;
  onSearch: (change: Partial<ProfileSearch>) => void;
}

/** What each detection costs on the live stream. */
export function ProfileList({ search, onSearch }: ProfileListProps) {
  const query = useProfiles(search.hours);
  const all = query.data?.detectionProfiles;
  const rows = all && profileRows(all, search);
  const filterCount = [search.search, search.state, search.logTypes].filter(Boolean).length;
  const clear = () => onSearch({ search: undefined, state: undefined, logTypes: undefined });
  const logTypes = [...new Set(all?.flatMap((profile) => profile.logTypes))].toSorted();
  const budget = query.data?.detectionBudget ?? { microsecondsPerEvent: 0, coreShare: 0, catchUpDays: 0 };
  return (
    <>
      {all && <ProfileSummary profiles={all} />}
      <Toolbar end={<WindowChoice hours={search.hours} onChange={(hours) => onSearch({ hours })} />}>
        <SearchBox
          label="Search detections"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => onSearch({ search: text || undefined })}
        />
        <FilterBar
          onClear={clear}
          filters={[
            {
              id: 'state',
              label: 'State',
              options: profileStates.map((value) => ({ value, label: stateLabels[value] })),
              values: search.state ?? [],
              onChange: (values) => onSearch({ state: orNone(values.filter(isState)) }),
            },
            {
              id: 'logTypes',
              label: 'Log type',
              options: logTypes.map((value) => ({ value, label: value })),
              values: search.logTypes ?? [],
              onChange: (values) => onSearch({ logTypes: orNone(values) }),
            },
          ]}
        />
      </Toolbar>
      <BusyBar isBusy={query.isPlaceholderData} />
      <DataTable<Profile>
        label="Cost of detections"
        columns={profileColumns}
        rows={query.isError && !all ? [] : rows}
        rowId={(profile) => profile.id}
        rowLabel={(profile) => profile.displayName}
        activeId={search.detection}
        sort={{ by: search.sortBy, direction: search.sortDir }}
        onSort={(column) => {
          const sortBy = profileSorts.find((sort) => sort === column);
          if (!sortBy) return;
          const first = sortBy === 'displayName' ? 'ascending' : 'descending';
          const next = nextSort({ by: search.sortBy, direction: search.sortDir }, sortBy, first);
          onSearch({ sortBy, sortDir: next.direction });
        }}
        onOpen={(profile) => onSearch({ detection: profile.id })}
        narrowRow={narrowRow}
        empty={
          query.isError ? (
            <FailedState
              title="The profiler could not be loaded"
              message={failureText(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what="detection" filterCount={filterCount} onClear={clear} />
          ) : (
            <EmptyState title="No detections yet">
              The profiler shows what each detection costs once events arrive.
            </EmptyState>
          )
        }
      />
      <ProfileSheet
        profile={all?.find((profile) => profile.id === search.detection)}
        budget={budget}
        onClose={() => onSearch({ detection: undefined })}
      />
    </>
  );
}

function WindowChoice(props: {
  hours: ProfileSearch['hours'];
  onChange: (hours: ProfileSearch['hours']) => void;
}) {
  return (
    <div className={styles.windows} role="group" aria-label="Time">
      {profileWindows.map((hours) => (
        <button
          key={hours}
          type="button"
          aria-pressed={hours === props.hours}
          onClick={() => props.onChange(hours)}
        >
          {windowLabels[hours]}
        </button>
      ))}
    </div>
  );
}
