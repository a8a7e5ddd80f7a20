import { alertingKinds, detectionKindOf, type AlertingKind, type Judged } from '@margay/model';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/format-number.ts';
import styles from './badge.module.css';
import { IconBolt, IconClock, IconLock, IconShield, IconStack2, type Icon } from '../icons.ts';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'accent' | 'outline';

/** A 20 px label: neutral for kinds and Managed, a meaning colour for states. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
  title,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span className={cx(styles.badge, tone !== 'neutral' && styles[tone])} title={title}>
      {icon}
      {children}
    </span>
  );
}

/** Beside the title of code that cannot be changed here. */
export function ReadOnlyTag() {
  return (
    <span className={styles.readOnly}>
      <IconLock size={12} stroke={1.5} aria-hidden />
      Read Only
    </span>
  );
}

/** A number beside a tab or title. Red only for errors. */
export function CountChip({ count, tone = 'neutral' }: { count: number; tone?: 'neutral' | 'danger' }) {
  return (
    <span className={cx(styles.count, tone === 'danger' && count > 0 && styles.countDanger)}>
      {formatCount(count)}
    </span>
  );
}

const iconOfJudged: Record<Judged, Icon> = {
  events: IconBolt,
  rows: IconClock,
  signals: IconStack2,
  resources: IconShield,
};

/** Of each kind of detection that has a badge: the icon of what it judges. */
export const kindIcons = Object.fromEntries(
  alertingKinds.map((kind) => [kind, iconOfJudged[detectionKindOf(kind).judges]]),
) as Record<AlertingKind, Icon>;

/** The kind of a detection as icon and word. */
export function KindBadge({ kind }: { kind: AlertingKind }) {
  const KindIcon = kindIcons[kind];
  return <Badge icon={<KindIcon size={12} stroke={1.5} aria-hidden />}>{detectionKindOf(kind).label}</Badge>;
}
