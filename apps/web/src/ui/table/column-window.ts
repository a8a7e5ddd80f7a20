import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Columns that are drawn: from one place up to another, which is not. */
export interface ColumnWindow {
  from: number;
  to: number;
}

/** With fewer columns all are drawn. */
const windowAbove = 24;
/** Px to both sides that are drawn out of sight, so that a short way sideways draws nothing anew. */
const marginPx = 480;

/** Px of grid tracks such as `88px` and `minmax(160px, 1fr)`; undefined when one does not say. */
export function trackWidths(tracks: readonly string[]): number[] | undefined {
  const widths = tracks.map((track) => Number(/(\d+(?:\.\d+)?)px/.exec(track)?.[1]));
  return widths.some(Number.isNaN) ? undefined : widths;
}

/** Px from the left at which a pinned column stays; undefined for one that scrolls. */
export function pinnedLeft(
  columns: readonly { width: string; isPinned?: boolean | undefined }[],
  place: number,
): number | undefined {
  if (!columns[place]?.isPinned) return undefined;
  return trackWidths(columns.slice(0, place).map(({ width }) => width))?.reduce((sum, px) => sum + px, 0);
}

/** The columns in sight, and those nearby. */
export function columnsInSight(widths: readonly number[], left: number, width: number): ColumnWindow {
  let edge = 0;
  let from = widths.length;
  let to = 0;
  for (const [index, own] of widths.entries()) {
    const isNear = edge + own > left - marginPx && edge < left + width + marginPx;
    if (isNear) {
      from = Math.min(from, index);
      to = index + 1;
    }
    edge += own;
  }
  return from < to ? { from, to } : { from: 0, to: widths.length };
}

/**
 * Which of many columns are drawn: a row of sixty cells costs six times as much as one of ten. Undefined stands for
 * all, and for tables whose widths are not known beforehand.
 */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  tracks: readonly string[],
  isOn: boolean,
): { columns: ColumnWindow | undefined; follow: () => void } {
  const [columns, setColumns] = useState<ColumnWindow>();
  const key = tracks.join(' ');
  const follow = useEffectEvent(() => {
    const element = scroller.current;
    const widths = isOn && tracks.length > windowAbove ? trackWidths(tracks) : undefined;
    if (!element || !widths || element.clientWidth === 0) return setColumns(undefined);
    const next = columnsInSight(widths, element.scrollLeft, element.clientWidth);
    return setColumns((now) => (now && isClose(now, next) ? now : next));
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // An observer tells the size once at its start.
    const sizes = new ResizeObserver(() => follow());
    sizes.observe(element);
    return () => sizes.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other columns are measured anew
  }, [key, isOn, scroller]);
  return { columns, follow };
}

/** The margin bears a window that lags two columns behind, so that not each px sideways draws anew. */
function isClose(now: ColumnWindow, next: ColumnWindow): boolean {
  return Math.abs(now.from - next.from) <= 2 && Math.abs(now.to - next.to) <= 2;
}
