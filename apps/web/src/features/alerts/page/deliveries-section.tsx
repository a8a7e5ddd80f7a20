import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { countOf } from '../../../lib/format-number.ts';
import { useMissingPermission, usePermission } from '../../../lib/session/session-context.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import {
  IconChevronDown,
  IconChevronRight,
  IconCircleCheck,
  IconCircleX,
  IconSend,
} from '../../../ui/icons.ts';
import { LogoTile } from '../../../ui/marks/logo-tile.tsx';
import { Note } from '../../../ui/layout/note.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { cx } from '../../../lib/class-names.ts';
import shared from '../alert-parts.module.css';
import styles from './deliveries-section.module.css';
import { attemptsByDestination } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import { webAddress } from '../../../ui/text/prose.tsx';
import { useDestinationLooks } from '../queries.ts';
import type { AlertDetails, Delivery } from '../queries.ts';
import { useAlertActions } from '../use-alert-edits.ts';

/** Where the alert went: the latest attempt per destination, earlier ones on request, and "send again". */
export function DeliveriesSection({ alert }: { alert: AlertDetails }) {
  const groups = attemptsByDestination(alert.deliveries);
  return (
    <div className={cx(shared.links, shared.single)}>
      <Banner alert={alert} groups={groups} />
      {groups.length > 0 && (
        <ul className={styles.deliveries} aria-label="Deliveries">
          {groups.map((group) => (
            <DestinationAttempts key={group.outputId} alert={alert} group={group} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Banner({ alert, groups }: { alert: AlertDetails; groups: readonly Attempts[] }) {
  const failed = groups.filter(({ latest }) => !latest.success);
  if (alert.deliveryState === 'PENDING')
    return <Note>The alert is being sent. Attempts show here as they are made.</Note>;
  if (groups.length === 0)
    return (
      <Note>
        The alert was sent nowhere: no destination takes its severity, type and log types.{' '}
        <Link to="/configure/destinations/">Alert destinations</Link>
      </Note>
    );
  if (failed.length === 0)
    return <Note tone="success">{`Delivered to ${countOf(groups.length, 'destination')}`}</Note>;
  return (
    <Note tone="danger" title={`${failed.length} of ${countOf(groups.length, 'destination')} failed`}>
      {failed.map(({ name, latest }) => `${name}: ${latest.message}`).join(' ')}
    </Note>
  );
}

function DestinationAttempts({ alert, group }: { alert: AlertDetails; group: Attempts }) {
  const [isOpen, setOpen] = useState(false);
  const looks = useDestinationLooks(usePermission('DestinationRead'));
  const missing = useMissingPermission('AlertModify');
  const { deliver } = useAlertActions(alert.id);
  const { latest, earlier, name, type } = group;
  const link = webAddress(latest.url);
  return (
    <li className={styles.delivery}>
      <div className={styles.deliveryLine}>
        {earlier.length > 0 ? (
          <IconButton
            label={`${isOpen ? 'Hide' : 'Show'} ${countOf(earlier.length, 'earlier attempt')} to ${name}`}
            size="xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? (
              <IconChevronDown size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconChevronRight size={16} stroke={1.5} aria-hidden />
            )}
          </IconButton>
        ) : (
          <span className={styles.noToggle} />
        )}
        <LogoTile name={name} size="md" logo={looks.get(type ?? '')?.logo} failed={!latest.success} />
        <div className={styles.deliveryName}>
          <span>{name}</span>
          {link && (
            <a href={link} target="_blank" rel="noreferrer">
              {latest.label || link}
            </a>
          )}
        </div>
        <Attempt attempt={latest} />
        <span className={styles.attemptCount}>{countOf(earlier.length + 1, 'attempt')}</span>
        <Button
          size="sm"
          icon={<IconSend size={16} stroke={1.5} aria-hidden />}
          disabledReason={type === undefined ? 'The destination is deleted.' : missing}
          loading={deliver.isPending}
          onClick={() => deliver.mutate([group.outputId])}
        >
          Send again
        </Button>
      </div>
      {isOpen && (
        <ol className={styles.attempts} aria-label="Earlier attempts">
          {earlier.map((attempt) => (
            <li key={attempt.dispatchedAt}>
              <Attempt attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function Attempt({ attempt }: { attempt: Delivery }) {
  return (
    <span className={styles.attempt}>
      <span className={attempt.success ? styles.good : styles.bad}>
        {attempt.success ? (
          <IconCircleCheck size={16} stroke={1.5} aria-hidden />
        ) : (
          <IconCircleX size={16} stroke={1.5} aria-hidden />
        )}
        {attempt.success ? 'Delivered' : 'Failed'}
      </span>
      <Time at={attempt.dispatchedAt} format="absolute" />
      <span className={shared.mono} title="Status of the answer">
        {attempt.statusCode || '–'}
      </span>
      <span className={styles.message}>{attempt.message}</span>
    </span>
  );
}
