import { useState } from 'react';
import { DownloadMenu } from '../../lib/data-lake/download-menu.tsx';
import { useDatabases } from '../../lib/data-lake/queries.ts';
import type { LakeDatabase } from '../../lib/data-lake/queries.ts';
import { HistogramSlot, ResultRowsSlot, ScopeSlot } from '../../lib/data-lake/slots.ts';
import { useSearchRun } from '../../lib/data-lake/use-search-run.ts';
import { documentation } from '../../lib/documentation.ts';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { IconLink, IconPlayerStop, IconSearch } from '../../ui/icons.ts';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { BusyBar, EmptyState, FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Elsewhere, hitsElsewhere } from './elsewhere.tsx';
import type { IndicatorAddress, TimesOf } from './indicator-address.ts';
import { IndicatorHits } from './indicator-hits.tsx';
import { IndicatorInput } from './indicator-input.tsx';
import styles from './indicator-search.module.css';
import { useLatelyHits, useTableHits, useValueHits } from './queries.ts';
import { useIndicatorSearch } from './use-indicator-search.ts';
import type { ChangeAddress, IndicatorSearch } from './use-indicator-search.ts';

/** Looks for addresses, hashes, names and the like in the indicator fields of all tables. The address is its state. */
export function IndicatorSearchScreen(props: {
  address: IndicatorAddress;
  changeAddress: ChangeAddress;
  timesOf: TimesOf;
}) {
  const search = useIndicatorSearch(props.address, props.changeAddress, props.timesOf);
  const databases = useDatabases();
  const tables = useTableHits(search.queryId);
  const values = useValueHits(search.queryId);
  const run = useSearchRun(search.queryId, 'descending', true);
  const [shown, setShown] = useState<readonly string[]>();
  const { isStarting, list, tooMany } = search;
  const isRunning = isStarting || tables.isFetching || values.isFetching;
  const start = () => void search.start();
  useShortcut({
    keys: 'mod+Enter',
    description: 'Search for the indicators',
    group: 'This page',
    whileTyping: true,
    run: start,
  });
  const reason =
    list.indicators.length === 0
      ? 'Paste at least one indicator'
      : tooMany
        ? 'There are too many indicators'
        : undefined;
  return (
    <Page title="Indicator Search">
      <PageHeader
        work
        title="Indicator Search"
        docHref={documentation.search}
        actions={
          <>
            <Button
              variant="quiet"
              icon={<IconLink size={16} stroke={1.5} aria-hidden />}
              onClick={() => void copyText(window.location.href)}
            >
              Copy link
            </Button>
            <DownloadMenu
              queryId={search.queryId}
              run={run}
              columns={shown ?? run.pages?.[0]?.columnInfo.order ?? noColumns}
              limit={eventLimit}
            />
          </>
        }
      />
      <div className={styles.bar}>
        {databases.data ? (
          <ScopeSlot.Place databases={databases.data} value={search.scope} onChange={search.setScope} />
        ) : databases.isError ? (
          <span className={styles.bad}>The tables could not be loaded: {failureText(databases.error)}</span>
        ) : (
          <SkeletonLines lines={1} label="Loading databases and tables" />
        )}
        <span className={styles.push} />
        {isRunning ? (
          <Button icon={<IconPlayerStop size={16} stroke={1.5} aria-hidden />} onClick={search.cancel}>
            Cancel
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
            keys="mod+Enter"
            disabledReason={reason}
            onClick={start}
          >
            Search
          </Button>
        )}
      </div>
      <div className={styles.busy}>
        <BusyBar isBusy={isRunning} />
      </div>
      <div className={styles.screen}>
        <IndicatorInput search={search} hits={values.data?.values} />
        <div className={styles.results}>
          <Results
            search={search}
            databases={databases.data ?? none}
            tables={tables}
            values={values}
            run={run}
            onColumns={setShown}
          />
        </div>
      </div>
    </Page>
  );
}

const none: LakeDatabase[] = [];
const noColumns: string[] = [];
/** An indicator search gives at most so many events; all of them are in its file. */
const eventLimit = 1000;

function Results(props: {
  search: IndicatorSearch;
  databases: readonly LakeDatabase[];
  tables: ReturnType<typeof useTableHits>;
  values: ReturnType<typeof useValueHits>;
  run: ReturnType<typeof useSearchRun>;
  onColumns: (columns: readonly string[]) => void;
}) {
  const { search, databases, tables, values, run, onColumns } = props;
  const { queryId, failure, isStarting, scope } = search;
  const [view, setView] = useState<'hits' | 'events'>('hits');
  const lately = useLatelyHits(queryId, values.data?.values);
  const elsewhere = (
    <Elsewhere
      hits={hitsElsewhere(values.data?.values, lately.data)}
      onLonger={() =>
        void search.start({
          databases: scope.databases,
          tables: scope.tables,
          timeFrame: 'Last6Months',
        })
      }
    />
  );
  const broken = tables.error ?? values.error ?? run.failure;
  if (failure !== undefined) return <FailedState title="The search cannot run" message={failure} />;
  if (broken && broken.name !== 'AbortError')
    return (
      <FailedState
        title="The search failed"
        message={failureText(broken)}
        onRetry={() =>
          void (tables.isError ? tables.refetch() : values.isError ? values.refetch() : run.retry())
        }
      />
    );
  if (queryId === undefined && !isStarting)
    return (
      <EmptyState title="Look for indicators">
        Paste IP addresses, domains, web addresses, hashes, emails, ARNs or account ids. Their kind is
        detected, and every table that keeps indicators is searched.
      </EmptyState>
    );
  if (isStarting || !tables.data) return <SkeletonLines lines={10} label="Counting hits by table" />;
  if (tables.data.length === 0)
    return (
      <>
        {elsewhere}
        <EmptyState title="No Results">
          {search.list.indicators.length === 1
            ? 'The indicator is not'
            : `None of the ${countOf(search.list.indicators.length, 'indicator')} is`}{' '}
          in the tables and the time searched.
        </EmptyState>
      </>
    );
  const edges = run.pages?.flatMap((page) => page.edges);
  const setTime = (from: Date, to: Date) =>
    void search.start({
      databases: scope.databases,
      tables: scope.tables,
      startTime: from.toISOString(),
      endTime: to.toISOString(),
    });
  return (
    <>
      {elsewhere}
      <HistogramSlot.Place
        results={run.timeline}
        elapsedMs={edges ? run.elapsedMs : undefined}
        onZoom={setTime}
      />
      <Tabs
        label="Views of the hits"
        items={[
          { id: 'hits', label: 'Hits' },
          { id: 'events', label: 'Events', ...(run.timeline ? { count: run.total } : {}) },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'hits' ? (
        <div className={styles.hits}>
          <IndicatorHits tables={tables.data} facts={values.data} databases={databases} scope={scope} />
        </div>
      ) : (
        <div className={styles.events}>
          <ResultRowsSlot.Place
            edges={edges}
            info={run.pages?.[0]?.columnInfo}
            total={run.total}
            isSql={false}
            isLoadingMore={run.isLoadingMore}
            onEndReached={() => void run.loadMore()}
            onColumns={onColumns}
          />
        </div>
      )}
    </>
  );
}
