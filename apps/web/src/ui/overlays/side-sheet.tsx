import { Drawer } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { IconButton } from '../inputs/button.tsx';
import { IconX } from '../icons.ts';
import styles from './side-sheet.module.css';
import { narrowBelowPx } from '../table/data-table.tsx';

/** Widths of the kinds of sheets; the notifications take a quarter of the window, 510 px at least and at most. */
const widths = {
  form: '560px',
  notifications: 'clamp(510px, 25vw, 510px)',
  bucket: '50%',
  format: '60%',
  schema: '40%',
} as const;

export interface SideSheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** Logo or glyph before the title. */
  icon?: ReactNode;
  width?: keyof typeof widths;
  /** Darkens the page behind. Edit sheets leave their list visible and usable. */
  overlay?: boolean;
  /** Left end of the footer, for instance the test action. */
  firstAction?: ReactNode;
  /** Right end of the footer. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel at the right edge. Esc closes it, and so does any change of path. */
export function SideSheet(props: SideSheetProps) {
  const {
    isOpen,
    onClose,
    title,
    subtitle,
    icon,
    width = 'form',
    overlay = false,
    firstAction,
    actions,
    children,
  } = props;
  // A share of a phone's window is too little for anything.
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const pathAtOpening = useRef(path);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) pathAtOpening.current = path;
    else if (path !== pathAtOpening.current) close();
  }, [isOpen, path]);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={isNarrow ? '100vw' : `min(${widths[width]}, 100vw)`}
      withCloseButton={false}
      withOverlay={overlay}
      lockScroll={overlay}
      trapFocus={overlay}
      closeOnClickOutside={overlay}
      overlayProps={{
        color: 'transparent',
        backgroundOpacity: 1,
        blur: 0,
        style: { background: 'var(--mg-overlay)' },
      }}
      transitionProps={{ duration: 220, exitDuration: 110 }}
      zIndex={200}
      padding={0}
      attributes={{ content: { 'aria-label': title } }}
      classNames={{ content: styles.content, inner: overlay ? '' : (styles.inner ?? '') }}
      styles={{ body: { display: 'contents' } }}
    >
      <div className={styles.head}>
        {icon}
        <div className={styles.titles}>
          <h2 className={styles.title}>{title}</h2>
          {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        <IconButton label="Close" onClick={onClose} size="sm">
          <IconX size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {(actions || firstAction) && (
        <footer className={styles.foot} data-sheet-foot>
          <div className={styles.first}>{firstAction}</div>
          {actions}
        </footer>
      )}
    </Drawer>
  );
}
