import { useState } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import {
  IconBraces,
  IconCalendar,
  IconChevronDown,
  IconChevronRight,
  IconCircleX,
  IconCode,
  IconList,
} from '../../ui/icons.ts';
import type { TreeField } from './field-tree.ts';
import styles from './schemas.module.css';

const typeIcons: Record<string, typeof IconCode> = {
  object: IconBraces,
  json: IconBraces,
  array: IconList,
  timestamp: IconCalendar,
};

function FieldIcon({ type, isBroken }: { type: string; isBroken: boolean }) {
  if (isBroken)
    return <IconCircleX className={styles.bad} size={16} stroke={1.5} aria-label="Has a problem" />;
  const TypeIcon = typeIcons[type.split(' ')[0] ?? ''] ?? IconCode;
  return <TypeIcon size={16} stroke={1.5} aria-hidden />;
}

export interface FieldTreeViewProps {
  label: string;
  fields: readonly TreeField[];
  /** Places of fields with a problem. */
  broken?: ReadonlySet<string>;
  /** Click and Enter. */
  onChoose?: (field: TreeField) => void;
}

interface Row {
  field: TreeField;
  depth: number;
}

function rowsOf(fields: readonly TreeField[], closed: ReadonlySet<string>, depth = 0): Row[] {
  return fields.flatMap((field) => [
    { field, depth },
    ...(closed.has(field.path) ? [] : rowsOf(field.children, closed, depth + 1)),
  ]);
}

/** Fields as a tree: up and down move, right opens, left closes. Everything is open at first. */
export function FieldTreeView({ label, fields, broken = new Set(), onChoose }: FieldTreeViewProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState(0);
  const rows = rowsOf(fields, closed);
  const at = Math.min(cursor, rows.length - 1);

  function turn(field: TreeField, isClosed: boolean) {
    const next = new Set(closed);
    if (isClosed) next.add(field.path);
    else next.delete(field.path);
    setClosed(next);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = rows[at];
    if (!row) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(event.currentTarget, at + 1),
      ArrowUp: () => focus(event.currentTarget, at - 1),
      Home: () => focus(event.currentTarget, 0),
      End: () => focus(event.currentTarget, rows.length - 1),
      ArrowRight: () => turn(row.field, false),
      ArrowLeft: () => turn(row.field, true),
      Enter: () => onChoose?.(row.field),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }
  function focus(tree: HTMLElement, index: number) {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setCursor(next);
    tree.querySelectorAll<HTMLElement>('[role="treeitem"]')[next]?.focus();
  }
  return (
    <div role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown}>
      {rows.map(({ field, depth }, index) => {
        const isClosed = closed.has(field.path);
        const hasChildren = field.children.length > 0;
        return (
          <div
            key={field.path}
            role="treeitem"
            aria-level={depth + 1}
            aria-expanded={hasChildren ? !isClosed : undefined}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            className={cx(styles.field, onChoose && styles.choosable)}
            style={{ '--depth': depth } as CSSProperties /* React's type knows no custom properties */}
            title={field.description || undefined}
            onClick={() => {
              setCursor(index);
              onChoose?.(field);
            }}
          >
            {hasChildren ? (
              <button
                type="button"
                className={styles.turn}
                tabIndex={-1}
                aria-label={isClosed ? `Open ${field.name}` : `Close ${field.name}`}
                onClick={(event) => {
                  event.stopPropagation();
                  turn(field, !isClosed);
                }}
              >
                {isClosed ? (
                  <IconChevronRight size={14} stroke={1.5} aria-hidden />
                ) : (
                  <IconChevronDown size={14} stroke={1.5} aria-hidden />
                )}
              </button>
            ) : (
              <span className={styles.turn} />
            )}
            <FieldIcon type={field.type} isBroken={broken.has(field.path)} />
            <span className={cx(styles.fieldName, broken.has(field.path) && styles.bad)}>
              {field.name || 'no name'}
            </span>
            {[...field.marks, ...(field.required ? ['required'] : []), ...field.indicators].map((mark) => (
              <Badge key={mark} tone={mark === 'event time' ? 'accent' : 'neutral'}>
                {mark}
              </Badge>
            ))}
            {field.isDiscovered && <Badge tone="outline">discovered</Badge>}
            <span className={styles.fieldType}>{field.type}</span>
          </div>
        );
      })}
    </div>
  );
}
