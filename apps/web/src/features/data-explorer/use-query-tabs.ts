import { newUuid } from '@margay/kit';
import { useEffect, useState } from 'react';
import { localText } from '../../lib/storage.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { changedTab, isChanged, readTabs, withoutTab, withTab } from './query-tabs.ts';
import type { QueryTab } from './query-tabs.ts';

const store = localText('margay.dataExplorer.tabs');
/** Written this long after the last key. */
const writeDelayMs = 400;

/** The tabs of the Data Explorer, kept in this browser. */
export function useQueryTabs() {
  const confirm = useConfirm();
  const [state, setState] = useState(() => readTabs(store.read(), newUuid));
  useEffect(() => {
    const write = () => store.write(JSON.stringify(state));
    const timer = setTimeout(write, writeDelayMs);
    return () => {
      clearTimeout(timer);
      write();
    };
  }, [state]);
  const active = state.tabs.find(({ id }) => id === state.activeId) ?? state.tabs[0]!;
  return {
    tabs: state.tabs,
    active,
    open: (id: string) => setState((before) => ({ ...before, activeId: id })),
    add: (tab: Partial<QueryTab> = {}) => setState((before) => withTab(before, { ...tab, id: newUuid() })),
    change: (id: string, part: Partial<QueryTab>) => setState((before) => changedTab(before, id, part)),
    async close(tab: QueryTab) {
      const isSure =
        !isChanged(tab) ||
        (await confirm({
          title: 'Close tab',
          message: `The query of ${tab.name} is kept nowhere else. Close it?`,
          confirmLabel: 'Close',
          danger: true,
        }));
      if (isSure) setState((before) => withoutTab(before, tab.id, newUuid));
    },
  };
}

export type OpenTabs = ReturnType<typeof useQueryTabs>;
