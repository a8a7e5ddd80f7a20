import { lazy, Suspense, useState } from 'react';
import { useOpenSidePanel } from '../../lib/side-panels.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { IconBell } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlays/menu.tsx';
import { badgeText } from './notification-rules.ts';
import styles from './notifications.module.css';
import { useNewest } from './queries.ts';
import { useSnackbars } from './use-snackbars.tsx';

const LatestNotifications = lazy(() => import('./latest-notifications.tsx'));

const latestWidth = 400;

/** In the top bar: whether there is something unread, the newest ten, and the way to all of it. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const openPanel = useOpenSidePanel();
  const { data } = useNewest();
  useSnackbars(data?.notes);
  const count = data?.unreadCount ?? 0;
  const hasUnread = count > 0;
  const close = () => setOpen(false);
  return (
    <span className={styles.bell}>
      <Popover
        label="Latest notifications"
        width={latestWidth}
        isOpen={isOpen}
        onClose={close}
        target={
          <IconButton
            label={hasUnread ? `Notifications, ${badgeText(count)} unread` : 'Notifications'}
            onClick={() => setOpen(!isOpen)}
          >
            <IconBell size={16} stroke={1.5} aria-hidden />
          </IconButton>
        }
      >
        <Suspense>
          <LatestNotifications
            onSeeAll={() => {
              close();
              openPanel?.('notification-centre', undefined);
            }}
          />
        </Suspense>
      </Popover>
      {hasUnread && <span className={styles.bellDot} aria-hidden />}
    </span>
  );
}
