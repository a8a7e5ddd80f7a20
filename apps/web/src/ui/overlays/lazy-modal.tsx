import { lazy, Suspense } from 'react';
import type { ModalProps } from './modal.tsx';

/** Loads what draws a Modal. The console does so once its first screen shows, so that it is there without a network too. */
export const loadModal = () => import('./modal.tsx');
const Modal = lazy(async () => ({ default: (await loadModal()).Modal }));

/** A Modal that is no part of the first screen: what draws it is loaded when nothing else is to do, or it opens. */
export function LazyModal(props: ModalProps) {
  return <Suspense>{props.isOpen && <Modal {...props} />}</Suspense>;
}
