import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-button.tsx';
import { IconCircleCheck, IconCircleX, IconInfoCircle } from './icons.ts';
import styles from './toast.module.css';

export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  title: string;
  /** A second, smaller line. */
  message?: ReactNode;
  /** Buttons under the text. */
  actions?: ReactNode;
  /** How long it stays, in milliseconds; null keeps it until it is dismissed. */
  durationMs?: number | null;
  /** Replaces the toast that has the same id. */
  id?: string;
}

/** How long toasts stay unless told otherwise. */
const defaultDurationMs = 6000;

const icons = {
  success: <IconCircleCheck size={18} stroke={1.5} aria-hidden />,
  error: <IconCircleX size={18} stroke={1.5} aria-hidden />,
  info: <IconInfoCircle size={18} stroke={1.5} aria-hidden />,
};

function show(tone: ToastTone, { title, message, actions, durationMs, id }: Toast) {
  if (id) notifications.hide(id);
  notifications.show({
    ...(id === undefined ? {} : { id }),
    title,
    message: (
      <>
        {message}
        {actions && <div className={styles.actions}>{actions}</div>}
      </>
    ),
    icon: icons[tone],
    autoClose: durationMs === null ? false : (durationMs ?? defaultDurationMs),
    withBorder: false,
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    classNames: {
      root: `${styles.root} ${styles[tone]}`,
      icon: styles.icon ?? '',
      title: styles.title ?? '',
      description: styles.description ?? '',
    },
  });
}

/** Short messages at the bottom right. Never the only place where a failure is told. */
export const toast = {
  success: (content: string | Toast) =>
    show('success', typeof content === 'string' ? { title: content } : content),
  info: (content: string | Toast) => show('info', typeof content === 'string' ? { title: content } : content),
  /** Stays until it is dismissed and offers to copy its text, unless a duration is given. */
  error: (content: string | Toast) => {
    const full: Toast = typeof content === 'string' ? { title: content } : content;
    const text = typeof full.message === 'string' ? `${full.title}\n${full.message}` : full.title;
    show('error', {
      durationMs: null,
      actions: (
        <Button size="xs" onClick={() => void copyText(text)}>
          Copy details
        </Button>
      ),
      ...full,
    });
  },
  dismiss: (id: string) => notifications.hide(id),
};
