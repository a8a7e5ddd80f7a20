import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { useSupportRequests } from './queries.ts';
import type { SupportRequest } from './queries.ts';
import styles from './support.module.css';

/** What people wrote here, for those who look after people. */
export function SupportRequests() {
  const found = useSupportRequests(true);
  const requests = found.data?.pages.flatMap((page) => page.requests);
  return (
    <Card title="What came in" note="Kept for 180 days">
      {found.error && !requests ? (
        <FailedState
          title="The requests could not be loaded"
          message={failureText(found.error)}
          onRetry={() => void found.refetch()}
        />
      ) : !requests ? (
        <SkeletonLines lines={4} />
      ) : requests.length === 0 ? (
        <p>Nobody has asked for help yet.</p>
      ) : (
        <ul className={styles.requests}>
          {requests.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button
          className={styles.more}
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Card>
  );
}

function Request({ request }: { request: SupportRequest }) {
  const { subject, text, email, createdAt, createdBy } = request;
  return (
    <li className={styles.request}>
      <h3 className={styles.subject}>{subject}</h3>
      <div className={styles.by}>
        <span>{createdBy ? createdBy.name : 'Not signed in'}</span>
        <span>{email}</span>
        <Time at={createdAt} format="ago" />
      </div>
      <p className={styles.text}>{text}</p>
    </li>
  );
}
