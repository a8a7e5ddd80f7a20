import { notifications } from '@mantine/notifications';
import { Button } from '../inputs/button.tsx';
import { copied } from '../text/copied.ts';
import { IconCircleCheck, IconCircleX, IconInfoCircle } from '../icons.ts';
import type { Toast, ToastTone } from './toast-content.ts';
import styles from './toast.module.css';

export { Notifications } from '@mantine/notifications';

/** How long toasts stay unless told otherwise. */
const defaultDurationMs = 6000;

const icons = {
  success: <IconCircleCheck size={18} stroke={1.5} aria-hidden />,
  error: <IconCircleX size={18} stroke={1.5} aria-hidden />,
  info: <IconInfoCircle size={18} stroke={1.5} aria-hidden />,
};

function CopyDetails({ title, message }: Toast) {
  const text = typeof message === 'string' ? `${title}\n${message}` : title;
  const copy = async () => {
    const { tone, content } = await copied(text);
    showToast(tone, content);
  };
  return (
    <Button size="xs" onClick={() => void copy()}>
      Copy details
    </Button>
  );
}

/** Errors stay until they are dismissed and offer to copy their text, unless a duration or actions are given. */
export function showToast(tone: ToastTone, content: Toast) {
  const { title, message, durationMs = tone === 'error' ? null : defaultDurationMs, id } = content;
  const actions =
    content.actions ?? (tone === 'error' && durationMs === null && <CopyDetails {...content} />);
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
    autoClose: durationMs ?? false,
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

export function hideToast(id: string) {
  notifications.hide(id);
}

/** Those on screen and those that wait for room. */
export function hideAllToasts() {
  notifications.clean();
}
