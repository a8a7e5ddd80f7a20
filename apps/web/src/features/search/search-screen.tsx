import { useState } from 'react';
import { DownloadMenu } from '../../lib/data-lake/download-menu.tsx';
import { documentation } from '../../lib/documentation.ts';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { SaveSearchSlot } from '../../lib/saved-search.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choice.tsx';
import { copyText } from '../../ui/copy-button.tsx';
import { IconFilter, IconLink, IconPlus } from '../../ui/icons.ts';
import { Note } from '../../ui/note.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { BusyBar, FailedState, SkeletonLines } from '../../ui/states.tsx';
import { narrowBelowPx } from '../../ui/table/data-table.tsx';
import { conditionsOf, withCondition } from './conditions/conditions.ts';
import { EstimateLine } from './form/estimate-line.tsx';
import { unknownNames } from './conditions/filter-fields.ts';
import { useDatabases } from '../../lib/data-lake/queries.ts';
import type { LakeDatabase } from '../../lib/data-lake/queries.ts';
import {
  AddFilters,
  Conditions,
  FormArea,
  RunButton,
  SearchBar,
  SearchScope,
  WordsInput,
} from './form/search-bar.tsx';
import type { SearchAddress } from './form/search-form.ts';
import type { SearchMode } from './search-modes.ts';
import { savedFieldsOf } from './form/saved-form.ts';
import { SearchResults } from './results/search-results.tsx';
import { useResults } from './results/use-results.ts';
import type { Results } from './results/use-results.ts';
import shared from './search.module.css';
import styles from './search-screen.module.css';
import { FlowBar } from './query-text/flow-bar.tsx';
import { SqlBar } from './query-text/sql-bar.tsx';
import { useModeSwitch } from './form/use-mode-switch.ts';
import { useSearch } from './use-search.ts';
import type { Search } from './use-search.ts';
import type { ChangeAddress } from './form/use-search-form.ts';

const modes = [
  { value: 'search', label: 'Search' },
  { value: 'pantherflow', label: 'PantherFlow' },
  { value: 'sql', label: 'SQL' },
] as const;

/** The search screen: the address is its state. */
export function SearchScreen(props: {
  address: SearchAddress;
  changeAddress: ChangeAddress;
  savedQueryId?: string | undefined;
}) {
  const search = useSearch(props.address, props.changeAddress);
  const databases = useDatabases();
  const results = useResults(search);
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const invalid = useKnownNames(search, databases.data);
  const { form } = search;
  const switchMode = useModeSwitch(search, databases.data ?? noDatabases);
  useShortcut({
    keys: 'mod+Enter',
    description: 'Run the search',
    group: 'This page',
    whileTyping: true,
    run: () => void search.start(),
  });
  const modeSwitch = (
    <SegmentedControl
      label="Search mode"
      options={modes}
      value={form.mode}
      onChange={(mode: SearchMode) => void switchMode(mode)}
    />
  );
  return (
    <Page title="Search">
      <PageHeader
        work
        title="Search"
        docHref={documentation.search}
        badges={!isNarrow && modeSwitch}
        actions={
          <HeaderActions
            search={search}
            results={results}
            savedQueryId={props.savedQueryId}
            isNarrow={isNarrow}
          />
        }
      />
      {isNarrow && <div className={styles.narrowMode}>{modeSwitch}</div>}
      {invalid !== '' && (
        <div className={styles.notes}>
          <Note tone="warning">{invalid}</Note>
        </div>
      )}
      {form.hasUnreadFilters && (
        <div className={styles.notes}>
          <Note tone="warning">
            The filters of this address do not fit the form, which holds alternatives of conditions. They are
            left out.
          </Note>
        </div>
      )}
      {databases.isError && !databases.data ? (
        <div className={shared.message}>
          <FailedState
            title="There was a problem loading the filters"
            message={failureText(databases.error)}
            onRetry={() => void databases.refetch()}
          />
        </div>
      ) : (
        <Form search={search} databases={databases.data} isNarrow={isNarrow} />
      )}
      <EstimateLine search={search} />
      <div className={styles.busyPlace}>
        <BusyBar isBusy={search.isLoading} />
      </div>
      <div className={styles.body}>
        <SearchResults
          search={search}
          results={results}
          databases={databases.data ?? noDatabases}
          isNarrow={isNarrow}
        />
      </div>
      {isNarrow && form.mode === 'search' && (
        <ThumbBar search={search} databases={databases.data ?? noDatabases} />
      )}
    </Page>
  );
}

const noDatabases: LakeDatabase[] = [];

function Form(props: { search: Search; databases: LakeDatabase[] | undefined; isNarrow: boolean }) {
  const { search, databases, isNarrow } = props;
  if (!databases) {
    return (
      <FormArea>
        <SkeletonLines lines={2} label="Loading schema properties..." />
      </FormArea>
    );
  }
  if (search.form.mode === 'sql') return <SqlBar search={search} databases={databases} />;
  if (search.form.mode === 'pantherflow')
    return <FlowBar search={search} databases={databases} isNarrow={isNarrow} />;
  if (!isNarrow) return <SearchBar search={search} databases={databases} />;
  return (
    <FormArea>
      <WordsInput search={search} />
    </FormArea>
  );
}

/** Conditions, scope and Run within reach of a thumb. */
function ThumbBar({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const [isOpen, setOpen] = useState(false);
  const { form, change } = search;
  const count = conditionsOf(form.groups).length;
  return (
    <div className={styles.thumb}>
      <Button
        size="lg"
        icon={<IconFilter size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
        aria-label={`Filters and scope, ${countOf(count, 'condition')}`}
      >
        {count}
      </Button>
      <Button
        size="lg"
        icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
        onClick={() => {
          change({ groups: withCondition(form.groups) });
          setOpen(true);
        }}
      >
        Condition
      </Button>
      <RunButton search={search} size="lg" />
      <SideSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Filters"
        overlay
        actions={
          <Button
            variant="primary"
            onClick={() => {
              setOpen(false);
              void search.start();
            }}
          >
            Run
          </Button>
        }
      >
        <div className={styles.sheet} data-stacked>
          <SearchScope search={search} databases={databases} />
          <Conditions search={search} databases={databases} />
          <div className={styles.sheetButtons}>
            <AddFilters search={search} databases={databases} />
          </div>
        </div>
      </SideSheet>
    </div>
  );
}

function HeaderActions(props: {
  search: Search;
  results: Results;
  savedQueryId: string | undefined;
  isNarrow: boolean;
}) {
  const { search, results, savedQueryId, isNarrow } = props;
  const link = {
    icon: <IconLink size={16} stroke={1.5} aria-hidden />,
    copy: () => void copyText(window.location.href),
  };
  return (
    <>
      <SaveSearchSlot.Place fields={savedFieldsOf(search.form)} savedQueryId={savedQueryId} />
      {isNarrow ? (
        <IconButton label="Copy link" onClick={link.copy}>
          {link.icon}
        </IconButton>
      ) : (
        <Button variant="quiet" icon={link.icon} onClick={link.copy}>
          Copy link
        </Button>
      )}
      <DownloadMenu
        queryId={search.queryId}
        run={search.run}
        columns={results.columns.columns}
        limit={search.form.limit ?? 0}
      />
    </>
  );
}

/** Takes names out of the form that the lake does not know, and says so until the next search. */
function useKnownNames(search: Search, databases: LakeDatabase[] | undefined): string {
  const { form, change, queryId } = search;
  const [taken, setTaken] = useState<{ message: string; queryId: string | undefined }>();
  const unknown = databases && unknownNames(databases, form.databases, form.tables);
  if (unknown && unknown.message !== '') {
    setTaken({ message: unknown.message, queryId });
    change({ databases: unknown.databases, tables: unknown.tables });
  }
  return taken?.queryId === queryId ? (taken?.message ?? '') : '';
}
