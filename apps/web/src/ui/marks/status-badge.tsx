import type { ReactNode } from 'react';
import type { ComplianceStatus } from '../../lib/compliance/status.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconMinus } from '../icons.ts';
import { Badge } from './badge.tsx';
import type { Tone } from './badge.tsx';
import { Spinner } from './spinner.tsx';
import styles from './status-badge.module.css';

/** In a list to choose from. */
export const complianceLabels: Record<ComplianceStatus, string> = {
  PASS: 'Pass',
  FAIL: 'Fail',
  ERROR: 'Error',
};

export type BadgeStatus = ComplianceStatus | 'ENABLED' | 'DISABLED';

const glyph = { size: 12, stroke: 2, 'aria-hidden': true } as const;
const looks: Record<BadgeStatus, { text: string; tone: Tone; icon?: ReactNode; title?: string }> = {
  PASS: { text: 'pass', tone: 'success', icon: <IconCircleCheck {...glyph} /> },
  FAIL: { text: 'fail', tone: 'danger', icon: <IconCircleX {...glyph} /> },
  ERROR: {
    text: 'error',
    tone: 'warning',
    icon: <IconAlertTriangle {...glyph} />,
    title:
      "An exception has been raised during a scheduled run. You'll find more information in the related details page",
  },
  ENABLED: { text: 'ENABLED', tone: 'success' },
  DISABLED: { text: 'DISABLED', tone: 'outline' },
};

/** How a detection, a data model or a resource stands. A suppressed pair of policy and resource counts for nothing. */
export function StatusBadge(props: {
  status: BadgeStatus;
  suppressed?: boolean;
  /** It is being judged again; the status stays until then. */
  isBusy?: boolean;
}) {
  const { status, suppressed = false, isBusy = false } = props;
  const { text, tone, icon, title } = looks[status];
  if (suppressed)
    return (
      <Badge tone="outline" icon={<IconMinus {...glyph} />} title={`Suppressed; it would be ${text}`}>
        Suppressed
      </Badge>
    );
  return (
    <Badge
      tone={tone}
      icon={isBusy ? <Spinner label="Being judged" /> : icon}
      {...(title === undefined ? {} : { title })}
    >
      <span className={styles.text}>{text}</span>
    </Badge>
  );
}

/** Whether what can be switched on and off is on. */
export function EnabledBadge({ enabled }: { enabled: boolean }) {
  return <StatusBadge status={enabled ? 'ENABLED' : 'DISABLED'} />;
}
