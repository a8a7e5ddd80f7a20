import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import type { Icon } from '../../ui/icons.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import type { AuditResult } from './audit-search.ts';
import styles from './audit-log.module.css';
import { actorText } from './entry-text.ts';
import type { AuditEntry } from './queries.ts';

export const resultLabels: Record<AuditResult, string> = {
  SUCCEEDED: 'Succeeded',
  PARTIALLY_FAILED: 'Partly failed',
  FAILED: 'Failed',
};
const resultIcons: Record<AuditResult, Icon> = {
  SUCCEEDED: IconCircleCheck,
  PARTIALLY_FAILED: IconAlertTriangle,
  FAILED: IconCircleX,
};

export function Result({ result }: { result: AuditResult }) {
  const ResultIcon = resultIcons[result];
  return (
    <span className={styles.result} data-result={result}>
      <ResultIcon size={14} stroke={1.5} aria-hidden />
      {resultLabels[result]}
    </span>
  );
}

export function Actor({ entry }: { entry: AuditEntry }) {
  const name = actorText(entry);
  return (
    <span className={styles.person}>
      {entry.actor.id !== null && <Avatar id={entry.actor.id} name={name} />}
      <span className={styles.ellipsis}>{name}</span>
    </span>
  );
}
