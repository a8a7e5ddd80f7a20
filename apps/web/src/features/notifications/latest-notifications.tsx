import { failureText } from '../../lib/graphql/request-error.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { NotificationItem } from './notification-item.tsx';
import { badgeText, isArchived } from './notification-rules.ts';
import styles from './notifications.module.css';
import { useNewest, useUpdateAll } from './queries.ts';

/** What the bell opens: the newest ten, and the way to all of them. */
export default function LatestNotifications({ onSeeAll }: { onSeeAll: () => void }) {
  const { data, isError, error, refetch } = useNewest();
  const updateAll = useUpdateAll();
  const shown = (data?.notes ?? []).filter((note) => !isArchived(note));
  const unread = data?.unreadCount ?? 0;
  const markAll = () =>
    updateAll.mutate(
      { readAt: new Date().toISOString() },
      { onError: (failure) => toast.error({ title: failureText(failure) }) },
    );
  return (
    <section className={styles.latest} aria-label="Latest notifications">
      <header className={styles.latestHead}>
        <h2 className={styles.latestTitle}>Notifications</h2>
        {unread > 0 && <Badge>{`${badgeText(unread)} unread`}</Badge>}
        <span className={styles.push} />
        <Button size="sm" variant="quiet" disabled={unread === 0} onClick={markAll}>
          Mark all as read
        </Button>
      </header>
      <div className={styles.latestBody}>
        {isError && !data && (
          <FailedState
            title="Couldn't load your Notifications"
            message={failureText(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!isError && !data && <SkeletonLines lines={4} label="Loading notifications" />}
        {data && shown.length === 0 && (
          <EmptyState title="Nothing new">
            Files you ordered and faults that concern you are told here.
          </EmptyState>
        )}
        {shown.length > 0 && (
          <ul className={styles.list} aria-label="Latest">
            {shown.map((note) => (
              <NotificationItem key={note.id} note={note} />
            ))}
          </ul>
        )}
      </div>
      <footer className={styles.latestFoot}>
        <Button size="sm" variant="quiet" onClick={onSeeAll}>
          See all
        </Button>
      </footer>
    </section>
  );
}
