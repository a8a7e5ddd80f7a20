import type { ReactNode } from 'react';

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
