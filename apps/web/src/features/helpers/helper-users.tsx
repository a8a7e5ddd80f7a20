import { capitalised, findDetectionKind } from '@margay/model';
import { Link } from '@tanstack/react-router';
import { EnabledBadge } from '../../ui/marks/status-badge.tsx';
import styles from './helpers.module.css';
import type { HelperUser } from './queries.ts';

const contentLabels: Record<string, string> = {
  GLOBAL: 'Helper',
  DATA_MODEL: 'Data model',
};

function labelOf(kind: string): string {
  const detection = findDetectionKind(kind);
  return detection === undefined ? (contentLabels[kind] ?? kind) : capitalised(detection.title);
}

/** One thing that imports the helper, as a link to it. */
function UserLink({ user }: { user: HelperUser }) {
  const className = styles.link;
  if (user.kind === 'GLOBAL') {
    return (
      <Link className={className} to="/build/helpers/$helperId/edit/" params={{ helperId: user.id }}>
        {user.displayName}
      </Link>
    );
  }
  if (user.kind === 'DATA_MODEL') {
    return (
      <Link className={className} to="/build/data-models/$modelId/" params={{ modelId: user.id }}>
        {user.displayName}
      </Link>
    );
  }
  if (findDetectionKind(user.kind)?.objectType === 'Policy') return <span>{user.displayName}</span>;
  return (
    <Link className={className} to="/build/detections/rules/$ruleId/" params={{ ruleId: user.id }}>
      {user.displayName}
    </Link>
  );
}

/** Everything that imports the helper. */
export function HelperUsers({ users }: { users: readonly HelperUser[] }) {
  if (users.length === 0) return <p className={styles.quiet}>Nothing imports it.</p>;
  return (
    <ul className={styles.users} aria-label="Imported by">
      {users.map((user) => (
        <li key={user.id} className={styles.user}>
          <UserLink user={user} />
          <span className={styles.quiet}>{labelOf(user.kind)}</span>
          {!user.enabled && <EnabledBadge enabled={false} />}
        </li>
      ))}
    </ul>
  );
}
