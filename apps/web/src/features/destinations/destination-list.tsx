import { severities } from '@margay/model';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import {
  IconCircleCheck,
  IconCircleX,
  IconMinus,
  IconPencil,
  IconPlus,
  IconSend,
  IconTrash,
} from '../../ui/icons.ts';
import { LogoTile } from '../../ui/marks/logo-tile.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { SeverityGlyph, severityLabels } from '../../ui/marks/severity.tsx';
import { EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowLink } from '../../ui/table/row-link.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import styles from './destinations.module.css';
import { filterDestinations, sortOf } from './list-search.ts';
import type { DestinationSearch, SearchChange } from './list-search.ts';
import { alertTypesText, verificationLabels } from './labels.ts';
import { useDestinations, useDestinationTypes, useSendTest } from './queries.ts';
import type { Destination, DestinationType, VerificationStatus } from './queries.ts';
import { useConfirmDelete } from './use-confirm-delete.tsx';

type Types = ReadonlyMap<string, DestinationType>;

function typeName(destination: Destination, types: Types): string {
  return types.get(destination.outputType)?.displayName ?? destination.outputType;
}

const verificationIcons: Record<VerificationStatus, typeof IconMinus> = {
  VERIFIED: IconCircleCheck,
  FAILED: IconCircleX,
  NOT_VERIFIED: IconMinus,
};

function Verification({ status }: { status: VerificationStatus }) {
  const StatusIcon = verificationIcons[status];
  return (
    <span className={styles.verification} data-status={status}>
      <StatusIcon size={16} stroke={1.5} aria-hidden />
      {verificationLabels[status]}
    </span>
  );
}

function Name({ destination, types }: { destination: Destination; types: Types }) {
  return (
    <span className={styles.name}>
      <LogoTile
        size="md"
        name={typeName(destination, types)}
        logo={types.get(destination.outputType)?.logo}
        failed={destination.verificationStatus === 'FAILED'}
      />
      <span className={styles.lines}>
        <span className={styles.first}>
          <RowLink>{destination.displayName}</RowLink>
        </span>
        <span className={styles.second}>{typeName(destination, types)}</span>
      </span>
    </span>
  );
}

function Severities({ destination }: { destination: Destination }) {
  const { defaultForSeverity } = destination;
  if (defaultForSeverity.length === 0) return <span className={styles.quiet}>Overrides only</span>;
  return (
    <span className={styles.glyphs}>
      {severities
        .toReversed()
        .filter((severity) => defaultForSeverity.includes(severity))
        .map((severity) => (
          <SeverityGlyph key={severity} severity={severity} />
        ))}
    </span>
  );
}

function columnsOf(types: Types): Column<Destination>[] {
  return [
    {
      id: 'name',
      header: 'Destination',
      isName: 'inside',
      width: 'minmax(220px, 1.6fr)',
      sortable: true,
      cell: (destination) => <Name destination={destination} types={types} />,
    },
    {
      id: 'severity',
      header: 'Severity',
      width: '132px',
      secondary: true,
      cell: (destination) => <Severities destination={destination} />,
    },
    {
      id: 'alertTypes',
      header: 'Alert types',
      width: 'minmax(130px, 1fr)',
      secondary: true,
      cell: ({ alertTypes }) => <span title={alertTypesText(alertTypes)}>{alertTypesText(alertTypes)}</span>,
    },
    {
      id: 'logTypes',
      header: 'Log types',
      width: 'minmax(110px, 0.8fr)',
      secondary: true,
      cell: ({ logTypes }) => (
        <span title={logTypes.join(', ')}>{logTypes.length === 0 ? 'All' : logTypes.join(', ')}</span>
      ),
    },
    {
      id: 'verification',
      header: 'Test',
      width: '124px',
      secondary: true,
      cell: ({ verificationStatus }) => <Verification status={verificationStatus} />,
    },
    {
      id: 'modified',
      header: 'Modified',
      width: '92px',
      align: 'end',
      secondary: true,
      sortable: true,
      hideBelow: 1100,
      cell: ({ lastModifiedTime }) => <Time at={lastModifiedTime} />,
    },
  ];
}

function NarrowDestination({ destination, types }: { destination: Destination; types: Types }) {
  return (
    <div className={styles.narrow}>
      <Name destination={destination} types={types} />
      <div className={styles.narrowFacts}>
        <Severities destination={destination} />
        <Verification status={destination.verificationStatus} />
      </div>
    </div>
  );
}

export interface DestinationListProps {
  search: DestinationSearch;
  onSearch: (change: SearchChange) => void;
  /** The destination in the side sheet. */
  activeId?: string;
}

const rowHeight = 52;

/** Every destination: what it takes, and whether its last test went through. */
export function DestinationList({ search, onSearch, activeId }: DestinationListProps) {
  const destinations = useDestinations();
  const typeList = useDestinationTypes().data ?? [];
  const types: Types = new Map(typeList.map((type) => [type.id, type]));
  const navigate = useNavigate();
  const missing = useMissingPermission('DestinationModify');
  const confirmDelete = useConfirmDelete();
  const test = useSendTest();
  const all = destinations.data;
  const rows = all && filterDestinations(all, search, (destination) => typeName(destination, types));
  const filterCount = [search.search, search.type, search.severity].filter(Boolean).length;
  const clear = () => onSearch({ search: undefined, type: undefined, severity: undefined });

  const pageOf = ({ outputId }: Destination) =>
    linkOptions({
      to: '/configure/destinations/$destinationId/edit/',
      params: { destinationId: outputId },
      search,
    });
  function sendTest({ outputId, displayName }: Destination) {
    test.mutate(outputId, {
      onSuccess: ({ success, message }) =>
        success
          ? toast.success(`The test alert arrived at ${displayName}`)
          : toast.error({ title: `The test alert to ${displayName} failed`, message }),
      onError: (error) =>
        toast.error({
          title: `The test alert to ${displayName} could not be sent`,
          message: failureText(error),
        }),
    });
  }
  const menuOf = (destination: Destination): MenuEntry[] => [
    {
      label: 'Edit',
      icon: <IconPencil size={16} stroke={1.5} aria-hidden />,
      onSelect: () => void navigate(pageOf(destination)),
    },
    {
      label: 'Send Test Alert',
      icon: <IconSend size={16} stroke={1.5} aria-hidden />,
      reason: missing,
      onSelect: () => sendTest(destination),
    },
    { kind: 'line' },
    {
      label: 'Delete',
      icon: <IconTrash size={16} stroke={1.5} aria-hidden />,
      danger: true,
      reason: missing,
      onSelect: () => void confirmDelete(destination),
    },
  ];
  const isNeverAny = all?.length === 0;
  return (
    <>
      {!isNeverAny && (
        <Toolbar end={all && <span className={styles.quiet}>{countOf(all.length, 'destination')}</span>}>
          <SearchBox
            label="Search destinations"
            isPageSearch
            value={search.search ?? ''}
            onChange={(text) => onSearch({ search: text || undefined })}
          />
          <FilterBar
            onClear={clear}
            filters={[
              {
                id: 'type',
                label: 'Type',
                options: typeList.map(({ id, displayName }) => ({ value: id, label: displayName })),
                values: search.type ?? [],
                onChange: (values) => onSearch({ type: values.length > 0 ? values : undefined }),
              },
              {
                id: 'severity',
                label: 'Severity',
                options: severities.toReversed().map((value) => ({ value, label: severityLabels[value] })),
                values: search.severity ?? [],
                onChange: (values) => {
                  const chosen = severities.filter((severity) => values.includes(severity));
                  onSearch({ severity: chosen.length > 0 ? chosen : undefined });
                },
              },
            ]}
          />
        </Toolbar>
      )}
      <DataTable
        label="Alert destinations"
        columns={columnsOf(types)}
        rows={destinations.error && !all ? [] : rows}
        rowId={({ outputId }) => outputId}
        rowLabel={({ displayName }) => displayName}
        rowHeight={rowHeight}
        activeId={activeId}
        sort={sortOf(search)}
        onSort={(by) => {
          const next = nextSort(sortOf(search), by, by === 'name' ? 'ascending' : 'descending');
          onSearch({
            sortBy: next.by === 'modified' ? 'modified' : 'name',
            sortDir: next.direction,
          });
        }}
        rowLink={pageOf}
        rowMenu={menuOf}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a drawing function, not a component
        narrowRow={(destination) => <NarrowDestination destination={destination} types={types} />}
        empty={
          destinations.error && !all ? (
            <FailedState
              title="Could not fetch your destinations"
              message={failureText(destinations.error)}
              onRetry={() => void destinations.refetch()}
            />
          ) : isNeverAny ? (
            <EmptyState
              title="No destinations configured"
              action={
                missing === undefined && (
                  <ButtonLink
                    variant="primary"
                    to="/configure/destinations/new/"
                    icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
                  >
                    Add destination
                  </ButtonLink>
                )
              }
            >
              Alerts show in the console. A destination also takes them to where your team is: chat, tickets,
              paging, a webhook.
            </EmptyState>
          ) : (
            <NoResults what="destination" filterCount={filterCount} onClear={clear} />
          )
        }
      />
    </>
  );
}
