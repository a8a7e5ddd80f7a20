import { Modal as MantineModal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './modal.module.css';
import { useFocusReturn } from './use-focus-return.ts';

export interface ModalProps {
  isOpen: boolean;
  /** Left out, the layer cannot be closed by Esc, a click outside or a cross. */
  onClose?: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the right: Cancel, then the action; what destroys is red and last. */
  actions?: ReactNode;
  /** 480 for questions, 650 for forms, 450 for feedback. */
  width?: 450 | 480 | 650;
}

/** A question or short form over the page. The focus stays inside and returns on closing. */
export function Modal({ isOpen, onClose, title, children, actions, width = 480 }: ModalProps) {
  const canClose = onClose !== undefined;
  useFocusReturn(isOpen);
  return (
    <MantineModal
      opened={isOpen}
      onClose={() => onClose?.()}
      title={title}
      size={width}
      centered
      withCloseButton={canClose}
      closeOnClickOutside={canClose}
      closeOnEscape={canClose}
      overlayProps={{
        color: 'transparent',
        backgroundOpacity: 1,
        blur: 0,
        style: { background: 'var(--mg-overlay)' },
      }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      zIndex={200}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its head is no second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{
        content: styles.content,
        header: styles.header,
        title: styles.title,
        body: styles.body,
        close: styles.close,
      }}
    >
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </MantineModal>
  );
}
