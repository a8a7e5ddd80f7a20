import { countOf, formatCount } from '../../lib/format-number.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import shared from './detections.module.css';
import type { RuleTeaser } from './queries.ts';
import styles from './rule-list.module.css';
import type { RunResult } from './test-runs.ts';

/** How many tests there are and how they went: as this window ran them, else as the server did. */
export function TestState(props: { rule: RuleTeaser; run: RunResult | undefined; inWords?: boolean }) {
  const { rule, inWords = false } = props;
  const count = rule.tests.length;
  const total = inWords ? countOf(count, 'test') : formatCount(count);
  const run = props.run ?? rule.testRun ?? undefined;
  if (count === 0) {
    return (
      <span className={shared.warn}>
        <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
        {inWords ? 'No tests' : 'None'}
      </span>
    );
  }
  if (run === undefined || ('isOutdated' in run && run.isOutdated)) {
    return (
      <Tooltip label={run === undefined ? 'Not run yet' : 'Not run since the last change'}>
        <span className={styles.unknownTests}>{total}</span>
      </Tooltip>
    );
  }
  if (run.failed > 0) {
    return (
      <span className={shared.bad}>
        <IconCircleX size={14} stroke={1.5} aria-hidden />
        {`${formatCount(run.failed)} of ${formatCount(run.total)} failing`}
      </span>
    );
  }
  return (
    <span className={shared.good}>
      <IconCircleCheck size={14} stroke={1.5} aria-label="All passed:" />
      <span className={shared.plain}>{total}</span>
    </span>
  );
}
