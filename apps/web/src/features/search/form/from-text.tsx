import type { ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { IconCode } from '../../../ui/icons.ts';
import styles from './from-text.module.css';

/** In the place of a control of the form: what the text of the query says there. */
export function FromText(props: {
  label: string;
  icon?: ReactNode;
  value: string;
  className?: string | undefined;
}) {
  const { label, icon, value, className } = props;
  return (
    <span
      className={cx(styles.fromText, className)}
      role="note"
      aria-label={`${label}: ${value}, from the text`}
      title={`${value}, from the text`}
    >
      {icon}
      {!icon && <span className={styles.label}>{label}</span>}
      <span className={styles.value}>{value}</span>
      <FromTextMark />
    </span>
  );
}

/** Says beside a value that the text of the query sets it. */
export function FromTextMark() {
  return (
    <span className={styles.mark}>
      <IconCode size={14} stroke={1.5} aria-hidden /> from the text
    </span>
  );
}
