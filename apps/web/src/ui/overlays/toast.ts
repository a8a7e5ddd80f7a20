import type { Toast, ToastTone } from './toast-content.ts';

// The view is no part of the first screen; it is loaded once that is on screen.
const view = () => import('./toast-view.tsx');

function show(tone: ToastTone, content: string | Toast) {
  const toastOf = typeof content === 'string' ? { title: content } : content;
  void view().then(({ showToast }) => showToast(tone, toastOf));
}

/** Short messages at the bottom right for 6 s; errors stay and carry "Copy details". Never the only place where a failure is told. */
export const toast = {
  success: (content: string | Toast) => show('success', content),
  info: (content: string | Toast) => show('info', content),
  error: (content: string | Toast) => show('error', content),
  dismiss: (id: string) => void view().then(({ hideToast }) => hideToast(id)),
  dismissAll: () => void view().then(({ hideAllToasts }) => hideAllToasts()),
};
