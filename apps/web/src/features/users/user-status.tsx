import { IconAlertTriangle, IconCircleCheck, IconHelp, IconMail, IconMinus } from '../../ui/icons.ts';
import type { Icon } from '../../ui/icons.ts';
import type { User } from './queries.ts';
import styles from './users.module.css';

/** How far people are, in the order in which they are sorted. */
export const statuses = ['Active', 'Invited', 'Reset required', 'Deactivated', 'Unknown'] as const;
export type Status = (typeof statuses)[number];

export function statusOf({ enabled, status, lastLoggedInAt }: User): Status {
  if (!enabled) return 'Deactivated';
  switch (status) {
    case 'CONFIRMED':
    case 'EXTERNAL_PROVIDER':
      return 'Active';
    case 'UNCONFIRMED':
      return 'Invited';
    // A temporary password: the first one of who was never here, or one in place of their own.
    case 'FORCE_CHANGE_PASSWORD':
      return lastLoggedInAt === null ? 'Invited' : 'Reset required';
    case 'RESET_REQUIRED':
      return 'Reset required';
    case 'ARCHIVED':
      return 'Deactivated';
    case 'UNKNOWN':
      return 'Unknown';
  }
}

const icons: Record<Status, Icon> = {
  Active: IconCircleCheck,
  Invited: IconMail,
  'Reset required': IconAlertTriangle,
  Deactivated: IconMinus,
  Unknown: IconHelp,
};

export function UserStatusLabel({ user }: { user: User }) {
  const status = statusOf(user);
  const StatusIcon = icons[status];
  return (
    <span className={styles.status} data-status={status}>
      <StatusIcon size={16} stroke={1.5} aria-hidden />
      {status}
    </span>
  );
}
