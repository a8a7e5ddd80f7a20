import { formatCount } from '../../lib/format-number.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { IconButton } from '../inputs/button.tsx';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import styles from './pager.module.css';

export interface PagerProps {
  /** What is paged, for instance `Detections`. */
  label: string;
  /** From 1. */
  page: number;
  pageSize: number;
  /** Undefined while unknown: the foot keeps its height. */
  totalCount: number | undefined;
  onPage: (page: number) => void;
}

/** The pages to offer: the first, the last, and those around the current one; 0 stands for a gap. */
export function pagesAround(page: number, last: number): number[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((entry) => entry >= 1 && entry <= last);
  const pages = [...new Set(wanted)].toSorted((a, b) => a - b);
  return pages.flatMap((entry, index) => {
    const before = pages[index - 1];
    if (before === undefined || entry - before === 1) return [entry];
    return entry - before === 2 ? [entry - 1, entry] : [0, entry];
  });
}

/** The foot of a list with pages: which rows these are, and the way to the others. `[` and `]` turn the page. */
export function Pager({ label, page, pageSize, totalCount, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil((totalCount ?? 0) / pageSize));
  const canGoBack = page > 1;
  const canGoOn = page < last;
  // The address may hold a page beyond the last.
  const goBack = () => onPage(Math.min(page - 1, last));
  useShortcut({
    keys: '[',
    description: 'Previous page',
    group: 'Lists',
    enabled: canGoBack,
    run: goBack,
  });
  useShortcut({
    keys: ']',
    description: 'Next page',
    group: 'Lists',
    enabled: canGoOn,
    run: () => onPage(page + 1),
  });
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <span className={styles.range} role="status">
        {totalCount !== undefined &&
          totalCount > 0 &&
          first <= totalCount &&
          `${formatCount(first)}–${formatCount(Math.min(totalCount, page * pageSize))} of ${formatCount(totalCount)}`}
      </span>
      {last > 1 && (
        <span className={styles.pages}>
          <IconButton label="Previous page" size="sm" disabled={!canGoBack} onClick={goBack}>
            <IconChevronLeft size={16} stroke={1.5} aria-hidden />
          </IconButton>
          {pagesAround(page, last).map((entry, index) =>
            entry === 0 ? (
              <span key={`gap ${index}`} className={styles.gap}>
                …
              </span>
            ) : (
              <button
                key={entry}
                type="button"
                className={styles.page}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
                onClick={() => onPage(entry)}
              >
                {entry}
              </button>
            ),
          )}
          <IconButton label="Next page" size="sm" disabled={!canGoOn} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </span>
      )}
    </nav>
  );
}
