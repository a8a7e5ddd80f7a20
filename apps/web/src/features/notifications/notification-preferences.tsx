import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './notifications.module.css';
import { topicLabels, usePreferences, usePutPreferences } from './queries.ts';
import type { Topic } from './queries.ts';

const inApp = 'IN_APP';

/** Which topics a person wants to be told of. */
export function NotificationPreferences({ onBack }: { onBack: () => void }) {
  const query = usePreferences(true);
  const put = usePutPreferences();
  const change = (topic: Topic, enabled: boolean) =>
    put.mutate([{ topic, channels: [{ name: inApp, enabled }] }], {
      onError: (error) => toast.error({ title: failureText(error) }),
    });
  return (
    <div className={styles.preferences}>
      <div>
        <Button
          size="sm"
          variant="quiet"
          icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          onClick={onBack}
        >
          Notifications
        </Button>
      </div>
      {query.isError && (
        <FailedState
          title="The preferences could not be loaded"
          message={failureText(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isLoading && <SkeletonLines lines={4} label="Loading preferences" />}
      {query.data?.map(({ topic, channels }) => (
        <section key={topic} className={styles.preference} aria-label={topicLabels[topic]}>
          <h3 className={styles.itemTitle}>{topicLabels[topic]}</h3>
          <Switch
            label="Enable in-app notifications"
            checked={channels.find(({ name }) => name === inApp)?.enabled ?? true}
            disabled={put.isPending}
            onChange={(enabled) => change(topic, enabled)}
          />
        </section>
      ))}
    </div>
  );
}
