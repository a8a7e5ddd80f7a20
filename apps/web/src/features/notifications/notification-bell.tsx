import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../ui/inputs/button.tsx';
import { IconBell } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlays/menu.tsx';
import { badgeText } from './notification-rules.ts';
import styles from './notifications.module.css';
import { useNewest } from './queries.ts';
import { useSnackbars } from './use-snackbars.tsx';

const LatestNotifications = lazy(() => import('./latest-notifications.tsx'));
const NotificationCentre = lazy(() => import('./notification-centre.tsx'));

const latestWidth = 400;

/** In the top bar: whether there is something unread, the newest ten, and the way to all of it. */
export function NotificationBell() {
  const [open, setOpen] = useState<'nothing' | 'latest' | 'centre'>('nothing');
  const [wasCentreOpened, setCentreOpened] = useState(false);
  const { data } = useNewest();
  useSnackbars(data?.notes);
  const count = data?.unreadCount ?? 0;
  const hasUnread = count > 0;
  const close = () => setOpen('nothing');
  return (
    <>
      <span className={styles.bell}>
        <Popover
          label="Latest notifications"
          width={latestWidth}
          isOpen={open === 'latest'}
          onClose={close}
          target={
            <IconButton
              label={hasUnread ? `Notifications, ${badgeText(count)} unread` : 'Notifications'}
              onClick={() => setOpen(open === 'latest' ? 'nothing' : 'latest')}
            >
              <IconBell size={16} stroke={1.5} aria-hidden />
            </IconButton>
          }
        >
          <Suspense>
            <LatestNotifications
              onSeeAll={() => {
                setCentreOpened(true);
                setOpen('centre');
              }}
            />
          </Suspense>
        </Popover>
        {hasUnread && <span className={styles.bellDot} aria-hidden />}
      </span>
      {wasCentreOpened && (
        <Suspense>
          <NotificationCentre isOpen={open === 'centre'} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
