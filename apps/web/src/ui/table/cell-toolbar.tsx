import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactNode, RefObject } from 'react';
import { IconButton } from '../inputs/button.tsx';
import { IconCopy, IconDots, IconMinus, IconPlus } from '../icons.ts';
import type { MenuEntry } from '../overlays/menu.tsx';
import styles from './cell-toolbar.module.css';

/** What can be done with the value of a cell. */
export interface CellActions {
  /** Words for the value, for its buttons and its menu. */
  label: string;
  /** Only rows with this value; and only those without. */
  keep?: (() => void) | undefined;
  leaveOut?: (() => void) | undefined;
  copy: () => void;
  menu: () => readonly MenuEntry[];
}

export interface CellAt {
  rowIndex: number;
  columnId: string;
}

/** So long a pointer rests on a cell before its buttons come, and they stay when it goes. */
const restMs = 150;
const heightPx = 30;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Shown extends CellAt {
  element: HTMLElement;
  box: Box;
  /** Chosen by keyboard: it is marked whatever can be done with it. */
  isChosen: boolean;
}

/** The cell an element is in. */
export function cellOf(target: EventTarget): (CellAt & { element: HTMLElement }) | undefined {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>('[data-column]');
  const rowIndex = Number(element?.closest<HTMLElement>('[data-index]')?.dataset['index']);
  const columnId = element?.dataset['column'];
  if (!element || columnId === undefined || Number.isNaN(rowIndex)) return undefined;
  return { element, rowIndex, columnId };
}

/** Where the cell is to be seen: columns reach beyond the edges of what scrolls. */
function boxOf(cell: HTMLElement, scroller: HTMLElement | null): Box {
  const { left, right, top, height } = cell.getBoundingClientRect();
  const edges = scroller?.getBoundingClientRect() ?? { left, right };
  const from = Math.max(left, edges.left);
  return { left: from, top, width: Math.max(0, Math.min(right, edges.right) - from), height };
}

/**
 * Buttons above the cell that the pointer rests on or the keyboard has chosen, never on it. `layer` goes once behind the
 * scrolling part, the handlers on it.
 */
export function useCellToolbar(options: {
  actionsOf: ((cell: CellAt) => CellActions | undefined) | undefined;
  openMenu: (anchor: HTMLElement, label: string, entries: readonly MenuEntry[]) => void;
  scroller: RefObject<HTMLElement | null>;
}): {
  handlers: { onPointerOver?: (event: PointerEvent) => void; onPointerLeave?: () => void };
  show: (cell: CellAt & { element: HTMLElement }) => void;
  hide: () => void;
  layer: ReactNode;
} {
  const { actionsOf, openMenu, scroller } = options;
  const [shown, setShown] = useState<Shown>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (next: Shown | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(next), restMs);
  };
  const boxed = (cell: CellAt & { element: HTMLElement }, isChosen: boolean): Shown => ({
    rowIndex: cell.rowIndex,
    columnId: cell.columnId,
    isChosen,
    element: cell.element,
    box: boxOf(cell.element, scroller.current),
  });
  const element = shown?.element;
  useEffect(() => {
    if (!element || !scroller.current) return undefined;
    // What opens beside the table makes it narrower, and the cell is somewhere else then, or gone.
    const sizes = new ResizeObserver(() =>
      setShown((now) => {
        if (now?.element !== element || !element.isConnected) return undefined;
        return { ...now, box: boxOf(element, scroller.current) };
      }),
    );
    sizes.observe(scroller.current);
    return () => sizes.disconnect();
  }, [element, scroller]);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(undefined);
  };
  const actions = shown && actionsOf?.(shown);
  const layer = shown && (actions || shown.isChosen) && (
    <>
      <span
        className={styles.cellOn}
        style={{
          left: shown.box.left,
          top: shown.box.top,
          width: shown.box.width,
          height: shown.box.height,
        }}
      />
      {actions && (
        <div
          className={styles.toolbar}
          role="toolbar"
          aria-label={`Actions for ${actions.label}`}
          style={{ left: shown.box.left, top: shown.box.top - heightPx }}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => later(undefined)}
        >
          {actions.keep && (
            <IconButton size="xs" tabIndex={-1} label={`Only ${actions.label}`} onClick={actions.keep}>
              <IconPlus size={14} stroke={1.5} aria-hidden />
            </IconButton>
          )}
          {actions.leaveOut && (
            <IconButton size="xs" tabIndex={-1} label={`Without ${actions.label}`} onClick={actions.leaveOut}>
              <IconMinus size={14} stroke={1.5} aria-hidden />
            </IconButton>
          )}
          <IconButton size="xs" tabIndex={-1} label={`Copy ${actions.label}`} onClick={actions.copy}>
            <IconCopy size={14} stroke={1.5} aria-hidden />
          </IconButton>
          <IconButton
            size="xs"
            tabIndex={-1}
            label={`Menu of ${actions.label}`}
            aria-haspopup="menu"
            onClick={(event) => openMenu(event.currentTarget, `Value ${actions.label}`, actions.menu())}
          >
            <IconDots size={14} stroke={1.5} aria-hidden />
          </IconButton>
        </div>
      )}
    </>
  );
  return {
    handlers: actionsOf
      ? {
          onPointerOver(event) {
            if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
            const cell = cellOf(event.target);
            later(cell && boxed(cell, false));
          },
          onPointerLeave: () => later(undefined),
        }
      : {},
    show: (cell) => {
      clearTimeout(timer.current);
      setShown(boxed(cell, true));
    },
    hide,
    layer,
  };
}
