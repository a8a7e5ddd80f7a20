import { useState } from 'react';
import { documentation } from '../../lib/documentation.ts';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choice.tsx';
import { copyText } from '../../ui/copy-button.tsx';
import { IconDownload, IconFilter, IconLink, IconPlus } from '../../ui/icons.ts';
import { Note } from '../../ui/note.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { BusyBar, FailedState, SkeletonLines } from '../../ui/states.tsx';
import { narrowBelowPx } from '../../ui/table/data-table.tsx';
import { toast } from '../../ui/toast.ts';
import { withCondition } from './conditions.ts';
import { csvText, saveFile } from './csv.ts';
import { unknownNames } from './filter-fields.ts';
import { AddFilterButtons } from './filter-builder.tsx';
import { useDatabases } from './queries.ts';
import type { LakeDatabase } from './queries.ts';
import { valueAt } from './result-columns.ts';
import { Conditions, RunButton, SearchBar, SearchScope, WordsInput } from './search-bar.tsx';
import type { SearchAddress } from './search-form.ts';
import type { SearchMode } from './search-modes.ts';
import { SearchResults } from './search-results.tsx';
import { useResults } from './use-results.ts';
import type { Results } from './use-results.ts';
import styles from './search.module.css';
import { SqlBar } from './sql-bar.tsx';
import { utcText } from './time-frame.ts';
import { useSearch } from './use-search.ts';
import type { Search } from './use-search.ts';
import type { ChangeAddress } from './use-search-form.ts';

const modes = [
  { value: 'search', label: 'Search' },
  { value: 'sql', label: 'SQL' },
] as const;

/** The search screen: the address is its state. */
export function SearchScreen(props: { address: SearchAddress; changeAddress: ChangeAddress }) {
  const search = useSearch(props.address, props.changeAddress);
  const databases = useDatabases();
  const results = useResults(search);
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const invalid = useKnownNames(search, databases.data);
  const { form } = search;
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
      onChange={(mode: SearchMode) => search.switchMode(mode)}
    />
  );
  return (
    <Page title="Search">
      <PageHeader
        work
        title="Search"
        docHref={documentation.search}
        badges={!isNarrow && modeSwitch}
        actions={!isNarrow && <HeaderActions search={search} results={results} />}
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
        <div className={styles.message}>
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
      <div className={styles.bar}>
        <SkeletonLines lines={2} label="Loading schema properties..." />
      </div>
    );
  }
  if (search.form.mode === 'sql') return <SqlBar search={search} databases={databases} />;
  if (!isNarrow) return <SearchBar search={search} databases={databases} />;
  return (
    <div className={styles.bar}>
      <WordsInput search={search} />
    </div>
  );
}

/** Conditions, scope and Run within reach of a thumb. */
function ThumbBar({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const [isOpen, setOpen] = useState(false);
  const { form, change } = search;
  const count = form.groups.reduce((sum, group) => sum + group.conditions.length, 0);
  const onGroups = (groups: Search['form']['groups']) => change({ groups });
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
          onGroups(withCondition(form.groups));
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
        <div className={styles.sheet}>
          <SearchScope search={search} databases={databases} />
          <Conditions search={search} databases={databases} />
          <div className={styles.sheetButtons}>
            <AddFilterButtons groups={form.groups} onChange={onGroups} />
          </div>
        </div>
      </SideSheet>
    </div>
  );
}

function HeaderActions({ search, results }: { search: Search; results: Results }) {
  const [isSaving, setSaving] = useState(false);
  const { edges, columns } = results;
  const { run } = search;
  async function saveCsv() {
    setSaving(true);
    try {
      const pages = await run.loadAll();
      const rows = pages.flatMap((page) => page.edges);
      const cells = rows.map(({ node }) =>
        Object.fromEntries(columns.columns.map((name) => [name, valueAt(node, name)])),
      );
      const name = `search-${utcText(new Date()).replaceAll(/[-:]/g, '')}.csv`;
      saveFile(name, 'text/csv;charset=utf-8', csvText(columns.columns, cells));
      toast.success({ title: `${name} holds ${countOf(rows.length, 'row')}` });
    } catch (error) {
      toast.error({ title: 'There was an error generating your CSV', message: failureText(error) });
    }
    setSaving(false);
  }
  return (
    <>
      <Button
        variant="quiet"
        icon={<IconLink size={16} stroke={1.5} aria-hidden />}
        onClick={() => void copyText(window.location.href)}
      >
        Copy link
      </Button>
      <Button
        variant="quiet"
        icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
        loading={isSaving}
        disabledReason={edges && edges.length > 0 ? undefined : 'There are no rows to download'}
        tooltip="The columns of the table, all rows up to the limit"
        onClick={() => void saveCsv()}
      >
        CSV
      </Button>
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
