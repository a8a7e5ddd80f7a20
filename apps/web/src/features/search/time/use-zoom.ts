import { useState } from 'react';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';
import type { SearchForm } from '../form/form-values.ts';
import type { Search } from '../use-search.ts';

/** A search that was zoomed into, and the one that came of it. */
interface Step {
  form: SearchForm;
  queryId: string | undefined;
  zoomedId: string;
}

/**
 * Looks at a part of the time of a search, and goes back to the whole while the search on screen is still the part. What
 * was there before is shown again as it was; nothing runs anew.
 */
export function useZoom(
  search: Search,
  setTime: ((from: Date, to: Date) => Promise<string | undefined>) | undefined,
) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const { form, queryId } = search;
  const last = steps.findLast(({ zoomedId }) => zoomedId === queryId);
  const back = last && (() => search.show(last.form, last.queryId));
  useShortcut({
    keys: 'escape',
    description: 'Back to the time before the zoom',
    group: 'This page',
    enabled: back !== undefined,
    run: () => back?.(),
  });
  return {
    zoom:
      setTime &&
      ((from: Date, to: Date) =>
        void setTime(from, to).then((zoomedId) => {
          if (zoomedId !== undefined) setSteps((before) => [...before, { form, queryId, zoomedId }]);
        })),
    back,
  };
}
