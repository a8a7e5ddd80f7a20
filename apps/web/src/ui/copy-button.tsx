import { notifications } from '@mantine/notifications';
import { IconButton } from './button.tsx';
import { IconCircleCheck, IconCircleX, IconCopy } from './icons.ts';
import styles from './toast.module.css';

/** Result of a copy shows this long. */
const copyToastMs = 1500;

/** Copies and says so; false when the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  const CopyIcon = copied ? IconCircleCheck : IconCircleX;
  notifications.show({
    message: copied ? 'Copied to clipboard' : 'Error copying to clipboard',
    icon: <CopyIcon size={18} stroke={1.5} aria-hidden />,
    autoClose: copyToastMs,
    withBorder: false,
    role: copied ? 'status' : 'alert',
    classNames: {
      root: `${styles.root} ${copied ? styles.success : styles.error}`,
      icon: styles.icon ?? '',
      description: styles.title ?? '',
    },
  });
  return copied;
}

/** Copies one value; `label` names it, for instance `Copy alert id`. */
export function CopyButton({ value, label = 'Copy' }: { value: string; label?: string }) {
  return (
    <IconButton
      label={label}
      size="xs"
      onClick={(event) => {
        event.stopPropagation();
        void copyText(value);
      }}
    >
      <IconCopy size={14} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
