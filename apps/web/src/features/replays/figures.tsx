import type { ReactNode } from 'react';
import styles from './replays.module.css';

export interface Figure {
  label: string;
  value: ReactNode;
  /** What it is to be held against. */
  note?: ReactNode;
  tone?: 'danger' | undefined;
}

/** Numbers that belong together, divided by lines. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures} aria-label={label}>
      {figures.map((figure) => (
        <div key={figure.label} className={styles.figure}>
          <dt>{figure.label}</dt>
          <dd className={styles.value} data-tone={figure.tone}>
            {figure.value}
          </dd>
          {figure.note !== undefined && <dd className={styles.figureNote}>{figure.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
