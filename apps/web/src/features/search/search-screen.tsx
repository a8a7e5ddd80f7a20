import { useState } from 'react';
import { DownloadMenu } from '../../lib/data-lake/download-menu.tsx';
import { documentation } from '../../lib/documentation.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { OpenSavedSlot, SavedNameSlot, SaveSearchSlot } from '../../lib/saved-search.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { IconLink } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { BusyBar, FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { narrowBelowPx } from '../../ui/table/data-table.tsx';
import { unknownNames } from './conditions/filter-fields.ts';
import { useDatabases } from '../../lib/data-lake/queries.ts';
import type { LakeDatabase } from '../../lib/data-lake/queries.ts';
import { FormArea } from './form/form-parts.tsx';
import type { SearchAddress } from './form/form-values.ts';
import type { SearchMode } from './search-modes.ts';
import { savedFieldsOf } from './form/saved-form.ts';
import { SearchResults } from './results/search-results.tsx';
import { useResults } from './results/use-results.ts';
import type { Results } from './results/use-results.ts';
import shared from './search.module.css';
import styles from './search-screen.module.css';
import { modeBars } from './modes/bars.ts';
import { searchModeList } from './modes/index.ts';
import { useModeSwitch } from './form/use-mode-switch.ts';
import { useSearch } from './use-search.ts';
import type { Search } from './use-search.ts';
import type { ChangeAddress } from './form/use-search-form.ts';

const modes = searchModeList.map(({ id, label }) => ({ value: id, label }));

/** The search screen: the address is its state. */
export function SearchScreen(props: {
  address: SearchAddress;
  changeAddress: ChangeAddress;
  savedQueryId?: string | undefined;
  /** Opens a saved search in the place of this one. */
  onOpenSaved: (id: string) => void;
}) {
  const search = useSearch(props.address, props.changeAddress);
  const databases = useDatabases();
  const results = useResults(search);
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const invalid = useKnownNames(search, databases.data);
  const { form } = search;
  const { ThumbBar } = modeBars[form.mode];
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
  const savedName = <SavedNameSlot.Place fields={savedFieldsOf(form)} savedQueryId={props.savedQueryId} />;
  return (
    <Page title="Search" scrollsWhenLow>
      <PageHeader
        work
        title="Search"
        docHref={documentation.search}
        badges={
          !isNarrow && (
            <>
              {modeSwitch}
              {savedName}
            </>
          )
        }
        actions={
          <HeaderActions
            search={search}
            results={results}
            savedQueryId={props.savedQueryId}
            onOpenSaved={props.onOpenSaved}
            isNarrow={isNarrow}
          />
        }
      />
      {isNarrow && (
        <div className={styles.narrowMode}>
          {modeSwitch}
          {props.savedQueryId !== undefined && savedName}
        </div>
      )}
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
      {isNarrow && ThumbBar && <ThumbBar search={search} databases={databases.data ?? noDatabases} />}
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
  const { Bar } = modeBars[search.form.mode];
  return <Bar search={search} databases={databases} isNarrow={isNarrow} />;
}

function HeaderActions(props: {
  search: Search;
  results: Results;
  savedQueryId: string | undefined;
  onOpenSaved: (id: string) => void;
  isNarrow: boolean;
}) {
  const { search, results, savedQueryId, onOpenSaved, isNarrow } = props;
  const link = {
    icon: <IconLink size={16} stroke={1.5} aria-hidden />,
    copy: () => void copyText(window.location.href),
  };
  return (
    <>
      <OpenSavedSlot.Place onOpen={onOpenSaved} isNarrow={isNarrow} />
      {isNarrow ? (
        <IconButton label="Copy link" onClick={link.copy}>
          {link.icon}
        </IconButton>
      ) : (
        <Button variant="quiet" icon={link.icon} onClick={link.copy}>
          Copy link
        </Button>
      )}
      <SaveSearchSlot.Place
        fields={savedFieldsOf(search.form)}
        savedQueryId={savedQueryId}
        isNarrow={isNarrow}
      />
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
  // An address that runs its search by itself may get its id after the names were taken out.
  else if (taken && taken.queryId === undefined && queryId !== undefined) setTaken({ ...taken, queryId });
  return taken?.queryId === queryId ? (taken?.message ?? '') : '';
}
