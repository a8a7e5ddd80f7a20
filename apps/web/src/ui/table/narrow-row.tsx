import type { ReactNode } from 'react';
import { Time } from '../marks/time.tsx';
import { RowLink } from './row-link.tsx';
import styles from './narrow-row.module.css';

export interface NarrowRowProps {
  name: ReactNode;
  /** Beside the name, at the right. */
  state?: ReactNode;
  /** Below the name. A text that is too long for the line ends in dots. */
  facts: ReactNode;
  /** At the right of the facts. */
  at: string | Date;
}

/** A row of a list on a phone: two lines instead of columns. */
export function NarrowRow({ name, state, facts, at }: NarrowRowProps) {
  return (
    <div className={styles.row}>
      <RowLink>{name}</RowLink>
      {state}
      <span className={styles.facts}>
        {typeof facts === 'string' ? <span className={styles.text}>{facts}</span> : facts}
        <span className={styles.time}>
          <Time at={at} />
        </span>
      </span>
    </div>
  );
}
