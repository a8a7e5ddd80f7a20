import { useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconButton } from '../inputs/button.tsx';
import { copyText } from './copy-button.tsx';
import { IconChevronRight, IconDots } from '../icons.ts';
import { findInJson, linesOf, pathText } from './json-lines.ts';
import type { JsonLine, JsonPath } from './json-lines.ts';
import styles from './json-tree.module.css';
import { useMenuAt } from '../overlays/menu-at.tsx';
import type { MenuEntry } from '../overlays/menu.tsx';

export interface JsonTreeProps {
  /** Accessible name. */
  label: string;
  value: unknown;
  /** Objects down to this depth start open; 2 when left out. */
  openDepth?: number;
  /** Marks keys and values that contain this text, and opens the way to them. */
  search?: string;
  /** More entries for a field's menu, after "Copy value" and "Copy path". */
  fieldMenu?: (path: JsonPath, value: unknown) => readonly MenuEntry[];
  /** Grey words behind a value, for instance what an id resolves to. */
  hint?: (path: JsonPath, value: unknown) => ReactNode;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));
}

/**
 * An event as a tree. Arrow keys move, open and close; `c` copies the value under the cursor. The menu of a field opens
 * from its button, with the right mouse button, or with the menu key, Shift+F10 and `m`.
 */
export function JsonTree({ label, value, openDepth = 2, search = '', fieldMenu, hint }: JsonTreeProps) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState(0);
  const menu = useMenuAt();
  const matches = search === '' ? [] : findInJson(value, search);
  const lines = linesOf(value, { openDepth: search === '' ? openDepth : 99, turned });
  const matched = new Set(matches.map((path) => JSON.stringify(path)));

  const tree = useRef<HTMLDivElement>(null);
  function openMenu(line: JsonLine, anchor: HTMLElement, returnTo?: HTMLElement | null) {
    const name = `Field ${pathText(line.path)}`;
    const entries: MenuEntry[] = [
      { label: 'Copy value', keys: 'c', onSelect: () => void copyText(textOf(line.value)) },
      { label: 'Copy path', onSelect: () => void copyText(pathText(line.path)) },
      ...(fieldMenu?.(line.path, line.value) ?? []),
    ];
    menu.open(anchor, name, entries, returnTo);
  }
  function openMenuAtCursor() {
    const line = lines[cursor];
    const row = tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[cursor];
    // Back to the tree, where the arrow keys go on.
    if (line && row)
      openMenu(line, row.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? row, tree.current);
  }
  function turn(line: JsonLine) {
    const next = new Set(turned);
    if (!next.delete(line.id)) next.add(line.id);
    setTurned(next);
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const line = lines[cursor];
    if (!line || event.target !== event.currentTarget || event.metaKey || event.ctrlKey) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => setCursor(Math.min(lines.length - 1, cursor + 1)),
      ArrowUp: () => setCursor(Math.max(0, cursor - 1)),
      ArrowRight: () =>
        line.childCount && !line.isOpen ? turn(line) : setCursor(Math.min(lines.length - 1, cursor + 1)),
      ArrowLeft: () => {
        if (line.isOpen) return turn(line);
        const parent = JSON.stringify(line.path.slice(0, -1));
        return setCursor(
          Math.max(
            0,
            lines.findIndex((entry) => entry.id === parent),
          ),
        );
      },
      Enter: () => line.childCount && turn(line),
      c: () => void copyText(textOf(line.value)),
      m: openMenuAtCursor,
      ContextMenu: openMenuAtCursor,
      'Shift F10': openMenuAtCursor,
    };
    const action = actions[event.shiftKey && event.key === 'F10' ? 'Shift F10' : event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
  return (
    <div ref={tree} className={styles.tree} role="tree" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
      {lines.map((line, index) => (
        <div
          key={line.id}
          role="treeitem"
          aria-level={line.depth + 1}
          aria-expanded={line.childCount ? line.isOpen : undefined}
          aria-selected={index === cursor}
          data-cursor={index === cursor || undefined}
          className={styles.line}
          style={{ '--depth': line.depth } as CSSProperties /* React's type knows no custom properties */}
          onClick={() => setCursor(index)}
          onContextMenu={(event) => {
            // With text marked the browser's own menu copies it.
            if (globalThis.getSelection()?.toString()) return;
            event.preventDefault();
            setCursor(index);
            openMenu(
              line,
              event.currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? event.currentTarget,
            );
          }}
        >
          {Boolean(line.childCount) && (
            <button
              type="button"
              tabIndex={-1}
              className={cx(styles.toggle, line.isOpen && styles.open)}
              aria-label={`${line.isOpen ? 'Close' : 'Open'} ${line.name}`}
              onClick={() => turn(line)}
            >
              <IconChevronRight size={12} stroke={2} aria-hidden />
            </button>
          )}
          {line.name !== undefined && (
            <>
              <span className={styles.key}>{marked(line.name, search, matched.has(line.id))}</span>
              <span className={styles.colon}>:</span>
            </>
          )}
          <Value line={line} search={search} isMatch={matched.has(line.id)} />
          {hint && <span className={styles.hint}>{hint(line.path, line.value)}</span>}
          <span className={styles.menu}>
            <IconButton
              size="xs"
              label={`Field ${pathText(line.path)}`}
              aria-haspopup="menu"
              tabIndex={index === cursor ? 0 : -1}
              className={styles.menuButton}
              onClick={(event) => openMenu(line, event.currentTarget)}
            >
              <IconDots size={14} stroke={1.5} aria-hidden />
            </IconButton>
          </span>
        </div>
      ))}
      {menu.layer}
    </div>
  );
}

function Value({ line, search, isMatch }: { line: JsonLine; search: string; isMatch: boolean }) {
  const { value, childCount } = line;
  if (childCount !== undefined) {
    return (
      <span className={styles.count}>{Array.isArray(value) ? `[${childCount}]` : `{${childCount}}`}</span>
    );
  }
  const kind = value === null ? 'null' : typeof value;
  const text = kind === 'string' ? JSON.stringify(value) : String(value);
  return <span className={cx(styles.value, styles[kind])}>{marked(text, search, isMatch)}</span>;
}

function marked(text: string, search: string, isMatch: boolean): ReactNode {
  const at = isMatch && search !== '' ? text.toLowerCase().indexOf(search.toLowerCase()) : -1;
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.match}>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
}
