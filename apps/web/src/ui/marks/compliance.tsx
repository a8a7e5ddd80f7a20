import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import type { ComplianceStatus } from '../../lib/compliance/status.ts';
import styles from './compliance.module.css';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconMinus } from '../icons.ts';
import { Spinner } from './spinner.tsx';

export const complianceLabels: Record<ComplianceStatus, string> = {
  PASS: 'Pass',
  FAIL: 'Fail',
  ERROR: 'Error',
};

const glyph = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;
const glyphs: Record<ComplianceStatus, ReactNode> = {
  PASS: <IconCircleCheck {...glyph} />,
  FAIL: <IconCircleX {...glyph} />,
  ERROR: <IconAlertTriangle {...glyph} />,
};

const errorText =
  "An exception has been raised during a scheduled run. You'll find more information in the related details page";

/** What a policy says of a resource, or all together, as glyph and word. A suppressed pair counts for nothing. */
export function ComplianceLabel({
  status,
  suppressed = false,
  isBusy = false,
}: {
  status: ComplianceStatus;
  suppressed?: boolean;
  /** It is being judged again; the status stays until then. */
  isBusy?: boolean;
}) {
  return (
    <span
      className={cx(styles.label, suppressed ? styles.suppressed : styles[status])}
      title={
        suppressed
          ? `Suppressed; it would be ${complianceLabels[status]}`
          : status === 'ERROR'
            ? errorText
            : undefined
      }
    >
      {isBusy ? <Spinner label="Being judged" /> : suppressed ? <IconMinus {...glyph} /> : glyphs[status]}
      {suppressed ? 'Suppressed' : complianceLabels[status]}
    </span>
  );
}
