import type { AlertStatus } from '@margay/model';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './status.module.css';

export const statusLabels: Record<AlertStatus, string> = {
  OPEN: 'Open',
  TRIAGED: 'Triaged',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
};

const ring = <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.6" />;
const glyphs: Record<AlertStatus, ReactNode> = {
  OPEN: ring,
  TRIAGED: (
    <>
      {ring}
      <path d="M7 3.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
    </>
  ),
  RESOLVED: (
    <>
      <circle cx="7" cy="7" r="6.4" fill="currentColor" />
      <path
        d="m4.3 7.2 1.9 1.9 3.5-4"
        stroke="var(--mg-bg)"
        strokeWidth="1.6"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  CLOSED: (
    <>
      {ring}
      <path d="M3.4 10.6 10.6 3.4" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
};

/** The status of an alert as glyph and word; the word keeps the text colour. */
export function StatusLabel({ status }: { status: AlertStatus }) {
  return (
    <span className={cx(styles.status, styles[status])}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden>
        {glyphs[status]}
      </svg>
      {statusLabels[status]}
    </span>
  );
}
