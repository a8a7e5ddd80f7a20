import { cx } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { TestStateName } from './rule-list-search.ts';
import styles from './rule-list.module.css';

/** What the whole list holds, whatever is filtered; the totals of tests are filters. */
export function RuleTotals(props: {
  totals: { total: number; enabled: number; failing: number; untested: number };
  chosen: readonly TestStateName[];
  onChoose: (states: TestStateName[] | undefined) => void;
}) {
  const { totals, chosen, onChoose } = props;
  const toggle = (state: TestStateName, count: number, text: string, isBad = false) => {
    const isOn = chosen.length === 1 && chosen[0] === state;
    if (count === 0 && !isOn) return null;
    return (
      <button
        type="button"
        className={cx(styles.total, isBad && styles.totalBad)}
        aria-pressed={isOn}
        onClick={() => onChoose(isOn ? undefined : [state])}
      >
        <b>{formatCount(count)}</b> {text}
      </button>
    );
  };
  return (
    <div className={styles.totals}>
      <span className={styles.counts}>
        <b>{formatCount(totals.enabled)}</b> of {formatCount(totals.total)} enabled
      </span>
      {toggle('FAILING', totals.failing, 'with failing tests', true)}
      {toggle('NO_TESTS', totals.untested, 'without tests')}
    </div>
  );
}
