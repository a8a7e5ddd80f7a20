import { countOf, formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { maxLimit } from '../form/search-form.ts';
import styles from './result-footer.module.css';

/** How much is loaded of how much, what it cost, and whether the limit cut it. */
export function ResultFooter(props: {
  loaded: number;
  total: number;
  limit: number;
  bytesScanned: number;
  elapsedMs: number;
  onRaiseLimit: (limit: number) => void;
}) {
  const { loaded, total, limit, bytesScanned, elapsedMs, onRaiseLimit } = props;
  const missing = total - limit;
  const raised = Math.min(maxLimit, Math.max(limit * 10, 10));
  return (
    <div className={styles.footer} role="status">
      <span>
        <b>{formatCount(loaded)}</b> of {countOf(Math.min(total, limit), 'row')} loaded
      </span>
      <span>{formatBytes(bytesScanned)} scanned</span>
      <span>Query Time {formatDuration(elapsedMs)}</span>
      {missing > 0 && (
        <>
          <span className={styles.limitNotice}>
            <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
            {formatCount(total)} found, {formatCount(missing)} over the limit
          </span>
          {raised > limit && (
            <button type="button" className={styles.raise} onClick={() => onRaiseLimit(raised)}>
              Raise limit to {formatCount(raised)}
            </button>
          )}
        </>
      )}
    </div>
  );
}
