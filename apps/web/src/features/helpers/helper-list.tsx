import { PythonEditor } from '../../editor/python/python-editor.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconLock } from '../../ui/icons.ts';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { EmptyState, FailedState, NoResults } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx';
import shared from './detections.module.css';
import styles from './rule-list.module.css';
import { useHelpers } from './queries.ts';
import type { Helper } from './queries.ts';

const columns: readonly Column<Helper>[] = [
  {
    id: 'id',
    header: 'Module',
    width: 'minmax(180px, 1fr)',
    mono: true,
    cell: (helper) => (
      <span className={styles.name}>
        <span className={styles.ruleName}>{helper.id}</span>
        {helper.managed && <Badge>Managed</Badge>}
      </span>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(0, 3fr)',
    secondary: true,
    cell: (helper) => helper.description || '–',
    hideBelow: 768,
  },
  {
    id: 'lines',
    header: 'Lines',
    width: '72px',
    align: 'end',
    secondary: true,
    cell: (helper) => helper.body.trimEnd().split('\n').length,
  },
  {
    id: 'lastModified',
    header: 'Modified',
    width: '92px',
    align: 'end',
    secondary: true,
    cell: (helper) => <Time at={helper.lastModified} />,
  },
];

export interface HelperListProps {
  search: { search?: string | undefined; helper?: string | undefined };
  onSearch: (change: HelperListProps['search']) => void;
}

/** The Python modules that detections import, to read. */
export function HelperList({ search, onSearch }: HelperListProps) {
  const query = useHelpers();
  const wanted = (search.search ?? '').toLowerCase();
  const rows = query.data?.filter((helper) =>
    [helper.id, helper.description, helper.body].some((text) => text.toLowerCase().includes(wanted)),
  );
  const open = query.data?.find((helper) => helper.id === search.helper);
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search name, code"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => onSearch({ search: text || undefined })}
        />
      </Toolbar>
      <DataTable<Helper>
        label="Helpers"
        columns={columns}
        rows={query.isError ? [] : rows}
        rowId={(helper) => helper.id}
        rowLabel={(helper) => helper.id}
        activeId={search.helper}
        onOpen={(helper) => onSearch({ helper: helper.id })}
        empty={
          query.isError ? (
            <FailedState
              title="The helpers could not be loaded"
              message={failureText(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : wanted !== '' ? (
            <NoResults what="helper" filterCount={1} onClear={() => onSearch({ search: undefined })} />
          ) : (
            <EmptyState title="No helpers yet">
              A helper is a Python module that several detections import. Helpers arrive with uploaded
              content.
            </EmptyState>
          )
        }
      />
      <SideSheet
        isOpen={open !== undefined}
        onClose={() => onSearch({ helper: undefined })}
        title={open?.id ?? ''}
        subtitle={open?.description}
        width="format"
      >
        {open && (
          <div className={styles.sheetCode}>
            <div className={styles.readOnly}>
              <IconLock size={14} stroke={1.5} aria-hidden />
              Read Only
              <span className={shared.pushed}>
                <CopyButton value={open.body} label="Copy code" />
              </span>
            </div>
            <PythonEditor key={open.id} label={`Code of ${open.id}`} value={open.body} readOnly />
          </div>
        )}
      </SideSheet>
    </>
  );
}
