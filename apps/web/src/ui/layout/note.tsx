import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '../icons.ts';
import styles from './note.module.css';

const icons = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  success: IconCircleCheck,
};

/** A message in place, where the thing is. A `danger` note is read out at once. */
export function Note(props: {
  tone?: 'info' | 'warning' | 'danger' | 'success';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { tone = 'info', title, children, action } = props;
  const NoteIcon = icons[tone];
  return (
    <div
      className={cx(styles.note, tone !== 'info' && styles[tone])}
      role={tone === 'danger' ? 'alert' : 'note'}
    >
      <NoteIcon size={16} stroke={1.5} aria-hidden />
      <div className={styles.body}>
        {title && <div className={styles.title}>{title}</div>}
        {children && <div className={title ? styles.text : undefined}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
