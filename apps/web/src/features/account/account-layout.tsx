import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Logo, LogoBackdrop } from '../../ui/marks/logo.tsx';
import { documentation } from '../../lib/documentation.ts';
import styles from './account.module.css';

/** The pages before sign-in: a form in a column at the left, one quiet mark at the right. */
export function AccountLayout({
  title,
  children,
  footer,
}: {
  title: string;
  children: ReactNode;
  footer?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Margay`;
  }, [title]);
  return (
    <div className={styles.layout}>
      <main className={styles.column}>
        <div className={styles.brand}>
          <Logo size={24} />
          <span>Margay</span>
        </div>
        <div className={styles.form}>{children}</div>
        <footer className={styles.footer}>
          {footer}
          <Link to="/support/">Support</Link>
          <a href={documentation.start} target="_blank" rel="noreferrer">
            Documentation
          </a>
        </footer>
      </main>
      <div className={styles.backdrop}>
        <LogoBackdrop />
      </div>
    </div>
  );
}

export function AccountTitle({
  title,
  children,
  before,
}: {
  title: string;
  children?: ReactNode;
  before?: ReactNode;
}) {
  return (
    <div>
      {before}
      <h1 className={styles.title}>{title}</h1>
      {children && <p className={styles.lead}>{children}</p>}
    </div>
  );
}
