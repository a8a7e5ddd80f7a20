import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { IconBook } from '../icons.ts';
import styles from './page.module.css';
import { useScrollStop } from './use-scroll-stop.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

/** The frame of a screen: sets the window's title and keeps failures inside. Work screens do not scroll as a whole. */
export function Page({
  title,
  scroll = false,
  scrollsWhenLow = false,
  children,
}: {
  title: string;
  scroll?: boolean;
  /** A work screen that scrolls as a whole in a window of less than 700 px. Its parts need heights of their own then. */
  scrollsWhenLow?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Margay`;
  }, [title]);
  const page = useRef<HTMLDivElement>(null);
  const tabIndex = useScrollStop(page);
  return (
    <div
      ref={page}
      tabIndex={scroll ? tabIndex : undefined}
      className={cx(styles.page, scroll && styles.scroll, scrollsWhenLow && styles.scrollsWhenLow)}
    >
      <ErrorBoundary scope="page">{children}</ErrorBoundary>
    </div>
  );
}

export interface PageHeaderProps {
  title: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Address of the documentation of this page. */
  docHref?: string;
  /** Logo or tile before the title, on details pages. */
  icon?: ReactNode;
  /** Badges behind the title. */
  badges?: ReactNode;
  /** A small line under the title, on details pages. */
  subtitle?: ReactNode;
  /** Quiet, default, then one primary. */
  actions?: ReactNode;
  /** Smaller title and a line below, for search and editors. */
  work?: boolean;
}

/** Title, link to the documentation, description, actions at the right. */
export function PageHeader(props: PageHeaderProps) {
  const { title, description, docHref, icon, badges, subtitle, actions, work = false } = props;
  return (
    <>
      <div className={cx(styles.header, work && styles.workHeader)}>
        {icon}
        <div className={styles.titles}>
          <div className={styles.titleRow}>
            <h1 className={styles.title}>{title}</h1>
            {docHref && <DocumentationLink href={docHref} />}
            {badges}
          </div>
          {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {description && <p className={styles.description}>{description}</p>}
    </>
  );
}

/** The book beside a title. The wording of its tooltip is fixed. */
export function DocumentationLink({ href }: { href: string }) {
  const text = 'View Panther documentation to learn more about features on this page';
  return (
    <Tooltip label={text}>
      <a className={styles.doc} href={href} target="_blank" rel="noreferrer" aria-label={text}>
        <IconBook size={16} stroke={1.5} aria-hidden />
      </a>
    </Tooltip>
  );
}

/** Padding and rhythm for what is not a table; `form` keeps 640 px, `prose` 720 px. */
export function PageBody({ width, children }: { width?: 'form' | 'prose'; children: ReactNode }) {
  return <div className={cx(styles.body, width && styles[width])}>{children}</div>;
}

/** A card of a dashboard or details page. Never a card in a card. */
export function Card(props: {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  badges?: ReactNode;
}) {
  const { title, note, actions, children, flush = false, badges } = props;
  return (
    <section className={styles.card}>
      {title && (
        <header className={styles.cardHead}>
          <h2 className={styles.cardTitle}>{title}</h2>
          {badges}
          {note && <span className={styles.cardNote}>{note}</span>}
          {actions && <span className={styles.cardActions}>{actions}</span>}
        </header>
      )}
      <ErrorBoundary>{flush ? children : <div className={styles.cardBody}>{children}</div>}</ErrorBoundary>
    </section>
  );
}

/** Label and value pairs. `stacked` puts the label above, for rails. */
export function Properties({
  items,
  stacked = false,
}: {
  items: readonly { label: string; value: ReactNode }[];
  stacked?: boolean;
}) {
  return (
    <dl className={cx(styles.properties, stacked && styles.stacked)}>
      {items.map((item) => [
        <dt key={`${item.label} label`}>{item.label}</dt>,
        <dd key={item.label}>{item.value}</dd>,
      ])}
    </dl>
  );
}

/** A pane of a work screen: own head, own scroll, own error boundary. Lines between panes come from the layout. */
export function Pane(props: {
  title?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const { title, actions, footer, children, className } = props;
  const body = useRef<HTMLDivElement>(null);
  const tabIndex = useScrollStop(body);
  return (
    <section className={cx(styles.pane, className)}>
      {(title || actions) && (
        <header className={styles.paneHead}>
          <h2 className={styles.paneTitle}>{title}</h2>
          {actions && <span className={styles.cardActions}>{actions}</span>}
        </header>
      )}
      <div ref={body} tabIndex={tabIndex} className={styles.paneBody}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
      {footer && <footer className={styles.paneFoot}>{footer}</footer>}
    </section>
  );
}
