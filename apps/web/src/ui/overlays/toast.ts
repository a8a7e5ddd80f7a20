import type { Toast, ToastTone } from './toast-content.ts';

// The view is no part of the first screen; it is loaded once that is on screen, or something is to be shown.
let isViewWanted = false;
const listeners = new Set<() => void>();

/** Loads what draws toasts, and has it drawn. */
export function loadToasts() {
  isViewWanted = true;
  for (const listener of listeners) listener();
  return import('./toast-view.tsx');
}
/** For `useSyncExternalStore`: whether there are toasts to draw. */
export const toastsWanted = {
  read: () => isViewWanted,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function show(tone: ToastTone, content: string | Toast) {
  const toastOf = typeof content === 'string' ? { title: content } : content;
  void loadToasts().then(({ showToast }) => showToast(tone, toastOf));
}

/** Short messages at the bottom right for 6 s; errors stay and carry "Copy details". Never the only place where a failure is told. */
export const toast = {
  success: (content: string | Toast) => show('success', content),
  info: (content: string | Toast) => show('info', content),
  error: (content: string | Toast) => show('error', content),
  dismiss(id: string) {
    if (isViewWanted) void loadToasts().then(({ hideToast }) => hideToast(id));
  },
  dismissAll() {
    if (isViewWanted) void loadToasts().then(({ hideAllToasts }) => hideAllToasts());
  },
};
