import type { Severity } from '@margay/model';
import { cx } from '../../lib/class-names.ts';
import styles from './severity.module.css';

export const severityLabels: Record<Severity, string> = {
  INFO: 'Info',
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  CRITICAL: 'Critical',
};

const ticks = ['M3.7 2.2 1.6 11.8', 'M7.7 2.2 5.6 11.8', 'M11.7 2.2 9.6 11.8'];
const litTicks: Record<Severity, number> = { INFO: 0, LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 3 };

function Glyph({ severity }: { severity: Severity }) {
  if (severity === 'CRITICAL') {
    return (
      <>
        <rect width="14" height="14" rx="3.4" fill="currentColor" />
        <path
          d="M5.2 3.2 3.7 10.8M8 3.2 6.5 10.8M10.8 3.2 9.3 10.8"
          stroke="var(--mg-bg)"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </>
    );
  }
  if (severity === 'INFO') {
    return (
      <path d="M3 7h.01M7 7h.01M11 7h.01" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
    );
  }
  return ticks.map((path, index) => (
    <path
      key={path}
      d={path}
      stroke="currentColor"
      strokeWidth="2.1"
      strokeLinecap="round"
      opacity={index < litTicks[severity] ? 1 : 0.26}
    />
  ));
}

/** The claw-tick glyph alone, for chart legends and narrow places. It always carries the word as its name. */
export function SeverityGlyph({ severity }: { severity: Severity }) {
  return (
    <span className={cx(styles.severity, styles[severity])} title={severityLabels[severity]}>
      <svg width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={severityLabels[severity]}>
        <Glyph severity={severity} />
      </svg>
    </span>
  );
}

/** Severity as glyph and word; the colour comes third. */
export function SeverityLabel({ severity }: { severity: Severity }) {
  return (
    <span className={cx(styles.severity, styles[severity])}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden>
        <Glyph severity={severity} />
      </svg>
      {severityLabels[severity]}
    </span>
  );
}
