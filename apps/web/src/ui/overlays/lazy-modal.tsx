import { lazy, Suspense, useEffect } from 'react';
import type { ModalProps } from './modal.tsx';

const loadModal = () => import('./modal.tsx');
const Modal = lazy(async () => ({ default: (await loadModal()).Modal }));

/**
 * A Modal outside the first download: fetched right after the first drawing, so that it is there when it is needed,
 * even without a network.
 */
export function LazyModal(props: ModalProps) {
  useEffect(() => {
    void loadModal();
  }, []);
  return <Suspense>{props.isOpen && <Modal {...props} />}</Suspense>;
}
