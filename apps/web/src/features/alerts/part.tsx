import type { ReactNode } from 'react';
import styles from './alert-page.module.css';

/** A part of an alert's page under its own heading. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <header className={styles.partHead}>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
