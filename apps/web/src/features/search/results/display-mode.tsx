import { useState } from 'react';
import { localText } from '../../../lib/storage.ts';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';

/** One line per row, or each row with all that it holds. */
export type DisplayMode = 'compact' | 'detailed';

const modes = [
  { value: 'compact', label: 'Compact' },
  { value: 'detailed', label: 'Detailed' },
] as const;

/** How rows are shown, kept in this browser. */
export function useDisplayMode() {
  const store = localText('margay.search.displayMode');
  const [mode, setMode] = useState<DisplayMode>(store.read() === 'detailed' ? 'detailed' : 'compact');
  return {
    mode,
    setMode(next: DisplayMode) {
      store.write(next);
      setMode(next);
    },
  };
}

export function DisplayModeSwitch({ display }: { display: ReturnType<typeof useDisplayMode> }) {
  return (
    <SegmentedControl
      label="Display mode"
      size="sm"
      options={modes}
      value={display.mode}
      onChange={display.setMode}
    />
  );
}
