import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import type { LakeDatabase, LakeTable } from '../../lib/data-lake/queries.ts';
import { formatCount } from '../../lib/format-number.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import {
  IconBook,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconDatabase,
  IconEye,
  IconTable,
} from '../../ui/icons.ts';
import { SearchBox } from '../../ui/layout/toolbar.tsx';
import { DataTypeIcon } from '../../ui/marks/data-type-icon.tsx';
import styles from './data-explorer.module.css';
import { pathText, tableText, treeRows, sqlName } from './tree-rows.ts';
import type { TreeRow } from './tree-rows.ts';

const rowPx = 28;
/** Up to this many lines are drawn as they are; beyond it only what is in sight. */
const virtualiseAbove = 150;

export interface LakeTreeProps {
  databases: readonly LakeDatabase[];
  onInsert: (text: string) => void;
  onPreview: (table: LakeTable) => void;
  /** Opens the schema of a table's log type. */
  onSchema: (logType: string) => void;
}

/** Databases, tables and columns: up and down move, right opens, left closes, Enter inserts. */
export function LakeTree({ databases, onInsert, onPreview, onSchema }: LakeTreeProps) {
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['panther_logs']));
  const [cursor, setCursor] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(databases, open, words), [databases, open, words]);
  const isVirtual = rows.length > virtualiseAbove;
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtualizer = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 20,
  });
  const at = Math.max(0, Math.min(cursor, rows.length - 1));

  function turn(key: string, isOpen: boolean) {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpen(next);
  }
  function choose(row: TreeRow) {
    if (row.kind === 'database') turn(row.key, !row.isOpen);
    else onInsert(insertOf(row));
  }
  function move(index: number) {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setCursor(next);
    if (isVirtual) virtualizer.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus(),
    );
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = rows[at];
    if (!row) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ArrowRight: () => turn(row.key, true),
      ArrowLeft: () => turn(row.key, false),
      Enter: () => choose(row),
    };
    const action = keys[event.key];
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (!action || (isOnButton && event.key === 'Enter')) return;
    event.preventDefault();
    action();
  }
  return (
    <div className={styles.tree}>
      <div className={styles.treeSearch}>
        <SearchBox label="Filter tables and columns" value={words} onChange={setWords} />
      </div>
      <div
        ref={scroller}
        role="tree"
        aria-label="Databases, tables and columns"
        className={styles.treeRows}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: rows.length * rowPx, position: 'relative' }}>
          {(isVirtual ? virtualizer.getVirtualItems() : rows).map((item, place) => {
            const index = 'index' in item ? item.index : place;
            const row = rows[index]!;
            return (
              <div
                key={row.key}
                role="treeitem"
                data-index={index}
                aria-level={row.depth + 1}
                aria-expanded={canOpen(row) ? 'isOpen' in row && row.isOpen : undefined}
                aria-selected={index === at}
                tabIndex={index === at ? 0 : -1}
                className={cx(styles.treeRow, row.kind === 'database' && styles.treeDatabase)}
                style={
                  {
                    '--depth': row.depth,
                    transform: `translateY(${index * rowPx}px)`,
                  } as CSSProperties /* React's type knows no custom properties */
                }
                title={titleOf(row)}
                onClick={() => {
                  setCursor(index);
                  choose(row);
                }}
              >
                <Turn row={row} onTurn={() => turn(row.key, !('isOpen' in row && row.isOpen))} />
                <RowBody row={row} onPreview={onPreview} onSchema={onSchema} />
              </div>
            );
          })}
        </div>
        {rows.length === 0 && <p className={styles.nothing}>No table or column has this in its name.</p>}
      </div>
    </div>
  );
}

const canOpen = (row: TreeRow) =>
  row.kind === 'database' || row.kind === 'table' || (row.kind === 'column' && row.column.fields.length > 0);

function Turn({ row, onTurn }: { row: TreeRow; onTurn: () => void }) {
  if (!canOpen(row)) return <span className={styles.turn} />;
  const isOpen = 'isOpen' in row && row.isOpen;
  return (
    <button
      type="button"
      className={styles.turn}
      tabIndex={-1}
      aria-label={`${isOpen ? 'Close' : 'Open'} ${nameOf(row)}`}
      onClick={(event) => {
        event.stopPropagation();
        onTurn();
      }}
    >
      {isOpen ? (
        <IconChevronDown size={14} stroke={1.5} aria-hidden />
      ) : (
        <IconChevronRight size={14} stroke={1.5} aria-hidden />
      )}
    </button>
  );
}

function RowBody(props: {
  row: TreeRow;
  onPreview: (table: LakeTable) => void;
  onSchema: (logType: string) => void;
}) {
  const { row, onPreview, onSchema } = props;
  switch (row.kind) {
    case 'database':
      return (
        <>
          <IconDatabase size={14} stroke={1.5} aria-hidden />
          <span className={styles.treeName}>{row.database.displayName}</span>
          <span className={styles.treeAside}>{formatCount(row.database.tables.length)}</span>
        </>
      );
    case 'table': {
      const { table } = row;
      return (
        <>
          <IconTable size={14} stroke={1.5} aria-hidden />
          <code className={styles.treeName}>{table.name}</code>
          <RowButtons>
            <IconButton
              size="xs"
              label={`Preview ${table.name}`}
              tabIndex={-1}
              onClick={() => onPreview(table)}
            >
              <IconEye size={14} stroke={1.5} aria-hidden />
            </IconButton>
            {table.logType !== null && (
              <IconButton
                size="xs"
                label={`Schema of ${table.name}`}
                tabIndex={-1}
                onClick={() => onSchema(table.logType ?? '')}
              >
                <IconBook size={14} stroke={1.5} aria-hidden />
              </IconButton>
            )}
            <IconButton
              size="xs"
              label={`Copy name of ${table.name}`}
              tabIndex={-1}
              onClick={() => void copyText(tableText(table))}
            >
              <IconCopy size={14} stroke={1.5} aria-hidden />
            </IconButton>
          </RowButtons>
        </>
      );
    }
    case 'column':
      return <ColumnBody name={row.column.name} type={row.column.type} />;
    case 'field':
      return <ColumnBody name={row.path.split('.').slice(1).join('.')} type={row.type} />;
  }
}

function RowButtons({ children }: { children: ReactNode }) {
  return (
    <span className={styles.treeButtons} onClick={(event) => event.stopPropagation()} role="presentation">
      {children}
    </span>
  );
}

function ColumnBody({ name, type }: { name: string; type: string }) {
  const [kind] = type.split('<');
  return (
    <>
      <DataTypeIcon type={type} />
      <code className={styles.treeName}>{name}</code>
      <span className={styles.treeAside}>{kind}</span>
    </>
  );
}

function nameOf(row: TreeRow): string {
  if (row.kind === 'database') return row.database.displayName;
  if (row.kind === 'table') return row.table.name;
  return row.kind === 'column' ? row.column.name : row.path;
}

function titleOf(row: TreeRow): string | undefined {
  if (row.kind === 'table') return tableTitle(row.table);
  if (row.kind === 'column') return `${row.column.name}: ${row.column.type}`;
  return row.kind === 'field' ? `${row.path}: ${row.type}` : row.database.name;
}

function tableTitle(table: LakeTable): string {
  const title = table.description ?? tableText(table);
  // A catalog that the browser kept from an earlier version does not have the list.
  const groups = Array.isArray(table.groupedBy) ? table.groupedBy : [];
  return groups.length > 0 ? `${title}\nEvents of an hour are kept together by ${groups.join(', ')}.` : title;
}

function insertOf(row: Exclude<TreeRow, { kind: 'database' }>): string {
  if (row.kind === 'table') return tableText(row.table);
  return row.kind === 'column' ? sqlName(row.column.name) : pathText(row.path);
}
