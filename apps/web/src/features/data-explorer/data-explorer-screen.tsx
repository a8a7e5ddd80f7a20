import { hasFlowPragma } from '@margay/query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Catalog } from '@margay/model';
import { CodeEditor } from '../../editor/code-editor.tsx';
import { EditorWell } from '../../editor/frame/editor-well.tsx';
import { DownloadMenu } from '../../lib/data-lake/download-menu.tsx';
import { editorTables } from '../../lib/data-lake/editor-tables.ts';
import { useDatabases } from '../../lib/data-lake/queries.ts';
import type { LakeDatabase, LakeTable } from '../../lib/data-lake/queries.ts';
import { useLeave } from '../../lib/data-lake/use-leave.ts';
import { useKeptRunning, useSearchRun } from '../../lib/data-lake/use-search-run.ts';
import { flowCatalog } from '../../editor/pantherflow/flow-catalog.ts';
import { documentation } from '../../lib/documentation.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { OpenSavedSlot, SavedNameSlot, SaveSearchSlot } from '../../lib/saved-search.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useOpenSidePanel } from '../../lib/side-panels.ts';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import {
  IconAlertTriangle,
  IconCircleX,
  IconCode,
  IconDatabase,
  IconPlayerPlay,
  IconPlayerStop,
} from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { BusyBar, FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './data-explorer.module.css';
import { LakeTree } from './lake-tree.tsx';
import { savedFieldsOf, textOfSaved, useSavedText } from './queries.ts';
import type { SavedText } from './queries.ts';
import { QueryResults } from './query-results.tsx';
import { SummarizePanel } from './summarize-panel.tsx';
import { CopyLink } from './copy-link.tsx';
import { TabStrip } from './tab-strip.tsx';
import { previewText } from './tree-rows.ts';
import { formatted, useQueryLanguage } from './query-language.ts';
import { savedTab } from './query-tabs.ts';
import { useQueryTabs } from './use-query-tabs.ts';
import { useSqlRun } from './use-sql-run.ts';
import type { SqlRun } from './use-sql-run.ts';

/** Below this the tree opens over the page, and the summary is a tab. */
const wideFromPx = 1200;
const noDatabases: LakeDatabase[] = [];
const noColumns: string[] = [];
const noSelection = { from: 0, to: 0 };
/** The form has no text to show here. */
const textKinds = ['sql', 'pantherflow'] as const;

/** SQL over the data lake: a tree of what there is, queries in tabs, and what they give. */
export function DataExplorerScreen(props: {
  savedQueryId: string | undefined;
  /** A text of the address. */
  linked: { text: string; database: string | undefined } | undefined;
  /** What the address named is in a tab now. */
  onOpened: () => void;
  onOpenSaved: (id: string) => void;
}) {
  const open = useQueryTabs();
  const { active } = open;
  const databases = useDatabases();
  const [selected, setSelected] = useState({ tabId: active.id, ...noSelection });
  const selection = selected.tabId === active.id ? selected : noSelection;
  const sql = useSqlRun(active, open.change, selection.to);
  const run = useSearchRun(active.queryId, 'descending', true);
  useLeave(active.queryId);
  useKeptRunning(open.tabs.flatMap(({ queryId }) => queryId ?? []));
  const isWide = useWindowWidth() >= wideFromPx;
  const [showsTree, setShowsTree] = useState(false);
  const [insert, setInsert] = useState<{ text: string }>();
  const openPanel = useOpenSidePanel();
  const saved = useOpenSaved(props.savedQueryId, open.add, props.onOpened);
  useOpenLinked(props.linked, open.add, props.onOpened);
  const tables = useMemo(() => editorTables(databases.data ?? noDatabases), [databases.data]);
  const catalog = useMemo(() => flowCatalog(databases.data ?? noDatabases), [databases.data]);
  const order = run.pages?.[0]?.columnInfo.order ?? noColumns;
  const [table, setTable] = useState<{ queryId: string | undefined; columns: readonly string[] }>();
  const shown = table?.queryId === active.queryId ? table?.columns : undefined;

  const insertText = (text: string) => {
    setInsert({ text });
    setShowsTree(false);
  };
  const preview = (table: LakeTable) => {
    open.add({ name: table.name, text: previewText(table), database: table.databaseName });
    setShowsTree(false);
  };
  const tree = databases.data ? (
    <LakeTree
      databases={databases.data}
      onInsert={insertText}
      onPreview={preview}
      onSchema={(logType) => openPanel?.('schema-viewer', { names: [logType] })}
    />
  ) : databases.isError ? (
    <FailedState
      title="The tables could not be loaded"
      message={failureText(databases.error)}
      onRetry={() => void databases.refetch()}
    />
  ) : (
    <SkeletonLines lines={12} label="Loading databases and tables" />
  );
  const summary = (
    <SummarizePanel
      queryId={run.total > 0 ? active.queryId : undefined}
      columns={[...new Set([...(shown ?? noColumns), ...order])]}
      onOpenQuery={(text, name) => open.add({ name, text, database: active.database })}
    />
  );
  return (
    <Page title="Data Explorer" scrollsWhenLow>
      <PageHeader
        work
        title="Data Explorer"
        docHref={documentation.dataExplorer}
        badges={
          isWide && (
            <SavedNameSlot.Place
              fields={savedFieldsOf(active.text, active.database)}
              savedQueryId={active.savedQueryId}
            />
          )
        }
        actions={
          <>
            <OpenSavedSlot.Place kinds={textKinds} onOpen={props.onOpenSaved} isNarrow={!isWide} />
            <CopyLink tab={active} isNarrow={!isWide} />
            <SaveSearchSlot.Place
              label="Save as"
              isNarrow={!isWide}
              fields={
                sql.isOneOfMany || sql.problems.some(({ severity }) => severity === 'error')
                  ? undefined
                  : savedFieldsOf(active.text, active.database)
              }
              missing={
                sql.isOneOfMany
                  ? 'A saved search is one statement. Put the others in tabs of their own'
                  : undefined
              }
              savedQueryId={active.savedQueryId}
              onSaved={(saved) => open.change(active.id, savedTab(open.tabs, active, saved))}
            />
            <DownloadMenu
              queryId={active.queryId}
              run={run}
              columns={shown ?? order}
              limit={sql.explanation?.rowLimit ?? run.total}
            />
            {!isWide && (
              <Button
                icon={<IconDatabase size={16} stroke={1.5} aria-hidden />}
                onClick={() => setShowsTree(true)}
              >
                Tables
              </Button>
            )}
          </>
        }
      />
      {saved.isError && (
        <div className={styles.note}>
          <Note tone="warning">{failureText(saved.error)}</Note>
        </div>
      )}
      <div className={styles.screen}>
        {isWide ? (
          <div className={styles.left}>{tree}</div>
        ) : (
          <SideSheet isOpen={showsTree} onClose={() => setShowsTree(false)} title="Tables" overlay>
            {tree}
          </SideSheet>
        )}
        <div className={styles.work}>
          <Workbench
            key={active.id}
            open={open}
            sql={sql}
            selection={selection}
            onSelect={(from, to) => setSelected({ tabId: active.id, from, to })}
            tables={tables}
            catalog={catalog}
            databases={databases.data ?? noDatabases}
            insert={insert}
            isRunning={sql.isStarting || run.isRunning}
            isWide={isWide}
          />
          <div className={styles.lower}>
            <QueryResults
              key={active.id}
              sql={sql}
              run={run}
              queryId={active.queryId}
              onColumns={(columns) => setTable({ queryId: active.queryId, columns })}
              summary={isWide ? undefined : summary}
            />
            {isWide && summary}
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Puts the saved search of the address into a tab, once. */
function useOpenSaved(
  id: string | undefined,
  add: ReturnType<typeof useQueryTabs>['add'],
  onOpened: () => void,
) {
  const saved = useSavedText(id);
  const { data } = saved;
  const opened = useRef<string>(undefined);
  const openIt = useEffectEvent((found: SavedText) => {
    if (opened.current === found.id) return;
    opened.current = found.id;
    const text = textOfSaved(found);
    if (text === undefined)
      toast.error({
        title: `${found.name} has no query text`,
        message: 'It was made with the form of the search. Open it in Search.',
      });
    else
      add({
        name: found.name,
        text,
        savedQueryId: found.id,
        ...(found.databases[0] === undefined ? {} : { database: found.databases[0] }),
      });
    onOpened();
  });
  useEffect(() => {
    if (data) openIt(data);
    else opened.current = undefined;
  }, [data]);
  return saved;
}

/** Puts the text of a link into a tab, once. */
function useOpenLinked(
  linked: { text: string; database: string | undefined } | undefined,
  add: ReturnType<typeof useQueryTabs>['add'],
  onOpened: () => void,
) {
  const text = linked?.text;
  const opened = useRef<string>(undefined);
  const openIt = useEffectEvent((found: string) => {
    if (opened.current === found) return;
    opened.current = found;
    add({ text: found, ...(linked?.database === undefined ? {} : { database: linked.database }) });
    onOpened();
  });
  useEffect(() => {
    if (text === undefined) opened.current = undefined;
    else openIt(text);
  }, [text]);
}

function Workbench(props: {
  catalog: Catalog;
  open: ReturnType<typeof useQueryTabs>;
  sql: SqlRun;
  selection: { from: number; to: number };
  onSelect: (from: number, to: number) => void;
  tables: ReturnType<typeof editorTables>;
  databases: readonly LakeDatabase[];
  insert: { text: string } | undefined;
  isRunning: boolean;
  isWide: boolean;
}) {
  const { open, sql, selection, onSelect, tables, catalog, databases, insert, isRunning, isWide } = props;
  const { active } = open;
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const [mountedInsert] = useState(insert);
  const hasSelection = selection.from < selection.to;
  const isEmpty = active.text.trim() === '';
  const runAll = () => void sql.run();
  const runSelection = () => void (hasSelection ? sql.run(selection.from, selection.to) : sql.run());
  useShortcut({
    keys: 'mod+Enter',
    description: 'Run the query',
    group: 'This page',
    whileTyping: true,
    run: runAll,
  });
  useShortcut({
    keys: 'mod+shift+Enter',
    description: 'Run what is selected',
    group: 'This page',
    whileTyping: true,
    run: runSelection,
  });
  const language = useQueryLanguage(active.text, {
    tables,
    catalog,
    onRun: runAll,
    onRunSelection: runSelection,
  });
  async function format() {
    const result = await formatted(active.text);
    if ('text' in result) open.change(active.id, { text: result.text });
    else {
      const { line, column, message } = result.diagnostic;
      setGoTo({ line, column });
      toast.error({ title: 'The query was not formatted', message: `${line}:${column} ${message}` });
    }
  }
  const runButton = isRunning ? (
    <Button size="sm" icon={<IconPlayerStop size={16} stroke={1.5} aria-hidden />} onClick={sql.cancel}>
      Cancel
    </Button>
  ) : (
    <>
      {hasSelection && (
        <Button size="sm" onClick={runSelection} {...(isWide ? { keys: 'mod+shift+Enter' } : {})}>
          Run selection
        </Button>
      )}
      <Button
        size="sm"
        variant="primary"
        icon={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
        {...(isWide ? { keys: 'mod+Enter' } : {})}
        disabledReason={isEmpty ? 'Write a query first' : undefined}
        onClick={runAll}
      >
        {sql.isOneOfMany ? 'Run statement' : 'Run'}
      </Button>
    </>
  );
  const formatReason = isEmpty ? 'There is nothing to format' : undefined;
  return (
    <>
      <div className={styles.workHead}>
        <TabStrip open={open} />
        <div className={styles.workActions}>
          <Select
            label="Database of bare table names"
            className={styles.database}
            size="sm"
            options={databases.map(({ name }) => ({ value: name, label: name }))}
            value={active.database}
            onChange={(database) => database !== null && open.change(active.id, { database })}
          />
          {isWide ? (
            <Button
              size="sm"
              variant="quiet"
              icon={<IconCode size={16} stroke={1.5} aria-hidden />}
              disabledReason={formatReason}
              onClick={() => void format()}
            >
              Format
            </Button>
          ) : (
            <IconButton size="sm" label="Format" disabledReason={formatReason} onClick={() => void format()}>
              <IconCode size={16} stroke={1.5} aria-hidden />
            </IconButton>
          )}
          {runButton}
        </div>
      </div>
      <EditorWell storageKey="margay.dataExplorer.editorHeight">
        {(onContentHeight) => (
          <CodeEditor
            label={`${hasFlowPragma(active.text) ? 'PantherFlow' : 'SQL'} of ${active.name}`}
            value={active.text}
            onChange={(text) => open.change(active.id, { text })}
            language={language}
            onSelect={onSelect}
            problems={sql.problems}
            insert={insert === mountedInsert ? undefined : insert}
            goTo={goTo}
            autoFocus
            wraps
            onContentHeight={onContentHeight}
          />
        )}
      </EditorWell>
      <div className={styles.busy}>
        <BusyBar isBusy={isRunning} />
      </div>
      {sql.problems.length > 0 && (
        <div className={styles.problems} role="status">
          {sql.problems.slice(0, 3).map((problem, index) => (
            <button
              key={index}
              type="button"
              className={problem.severity === 'error' ? styles.problem : styles.problemWarning}
              onClick={() => setGoTo({ line: problem.line, column: problem.column })}
            >
              {problem.severity === 'error' ? (
                <IconCircleX size={14} stroke={1.5} aria-hidden />
              ) : (
                <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
              )}
              {problem.line}:{problem.column} {problem.message}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
