import { useState } from 'react';
import { localText } from '../../../lib/storage.ts';

export type ViewMode = 'compact' | 'detailed';
const stored = localText('margay.alertViewMode');

/** One or two lines per alert, kept in this browser. */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [mode, setMode] = useState<ViewMode>(() => (stored.read() === 'detailed' ? 'detailed' : 'compact'));
  return [
    mode,
    (next) => {
      stored.write(next);
      setMode(next);
    },
  ];
}
