import { failureText } from '../../lib/graphql/request-error.ts';
import { Card } from '../../ui/layout/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import styles from './log-sources.module.css';
import { useRetention } from './queries.ts';

/** How long events of the source stay, and which go next. */
export function RetentionCard({ sourceId }: { sourceId: string }) {
  const retention = useRetention(sourceId);
  if (retention.isError) {
    return (
      <Card title="Retention">
        <FailedState
          title="The retention could not be loaded"
          message={failureText(retention.error)}
          onRetry={() => void retention.refetch()}
        />
      </Card>
    );
  }
  const sentences = retention.data ?? [
    'The data lake is too busy to count the events. Look again in a minute.',
  ];
  return (
    <Card title="Retention">
      {retention.isPending ? (
        <SkeletonLines lines={3} />
      ) : (
        sentences.map((sentence) => (
          <p key={sentence} className={styles.railText}>
            {sentence}
          </p>
        ))
      )}
    </Card>
  );
}
