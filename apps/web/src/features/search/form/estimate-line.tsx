import type { Search } from '../use-search.ts';
import styles from './estimate-line.module.css';
import { estimateText, useEstimate } from './use-estimate.ts';

/** Before a search runs: how much it would read. Nothing once its results are there. */
export function EstimateLine({ search }: { search: Search }) {
  const estimate = useEstimate(search);
  return (
    <span className={styles.line} role="status">
      {estimate && estimateText(estimate)}
    </span>
  );
}
