import { Fragment } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconCircleCheck } from '../icons.ts';
import styles from './steps.module.css';

/** Where a person is in a wizard: done steps have a tick, the current one its number on ink, the rest a ring. */
export function Steps({ titles, current }: { titles: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {titles.map((title, index) => (
        <Fragment key={title}>
          {index > 0 && <li className={styles.line} aria-hidden role="presentation" />}
          <li
            className={cx(styles.step, index === current && styles.on, index < current && styles.done)}
            aria-current={index === current ? 'step' : undefined}
          >
            {index < current ? (
              <IconCircleCheck size={18} stroke={1.5} aria-label="Done" />
            ) : (
              <span className={styles.number}>{index + 1}</span>
            )}
            {title}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
