import * as z from 'zod';

/** A query a person works on. */
export interface QueryTab {
  id: string;
  name: string;
  text: string;
  /** The text it was opened with: a tab that differs from it asks before it closes. */
  opened: string;
  database: string;
  /** The search that ran for it last. */
  queryId?: string | undefined;
  savedQueryId?: string | undefined;
}

export interface QueryTabs {
  tabs: QueryTab[];
  activeId: string;
}

const Kept = z.object({
  activeId: z.string(),
  tabs: z
    .array(
      z.object({
        id: z.string().min(1),
        name: z.string().min(1).max(100),
        text: z.string().max(100_000),
        opened: z.string().max(100_000),
        database: z.string(),
        queryId: z.string().optional(),
        savedQueryId: z.string().optional(),
      }),
    )
    .min(1)
    .max(50),
});

export const defaultDatabase = 'panther_logs';
export const maxTabs = 50;

/** Tabs as they were kept in this browser; one empty tab when there are none, or they cannot be read. */
export function readTabs(text: string | undefined, newId: () => string): QueryTabs {
  try {
    const kept = Kept.safeParse(JSON.parse(text ?? 'null'));
    if (kept.success) {
      const { tabs, activeId } = kept.data;
      return { tabs, activeId: tabs.some(({ id }) => id === activeId) ? activeId : tabs[0]!.id };
    }
  } catch {
    // what cannot be read is replaced below
  }
  return withTab({ tabs: [], activeId: '' }, { id: newId() });
}

/** One more tab behind the others, and open. */
export function withTab(
  { tabs }: QueryTabs,
  { id, name, text = '', database = defaultDatabase, savedQueryId }: Partial<QueryTab> & { id: string },
): QueryTabs {
  const tab = {
    id,
    name: freeName(tabs, name ?? `Query ${tabs.length + 1}`),
    text,
    opened: text,
    database,
    ...(savedQueryId === undefined ? {} : { savedQueryId }),
  };
  return { tabs: [...tabs, tab], activeId: id };
}

function freeName(tabs: readonly QueryTab[], wanted: string): string {
  const isTaken = (name: string) => tabs.some((tab) => tab.name === name);
  let name = wanted.slice(0, 90);
  for (let number = 2; isTaken(name); number++) name = `${wanted.slice(0, 90)} (${number})`;
  return name;
}

/** Without a tab; its neighbour opens, and an empty one when it was the last. */
export function withoutTab(state: QueryTabs, id: string, newId: () => string): QueryTabs {
  const index = state.tabs.findIndex((tab) => tab.id === id);
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  if (tabs.length === 0) return withTab({ tabs: [], activeId: '' }, { id: newId() });
  if (state.activeId !== id) return { ...state, tabs };
  return { tabs, activeId: tabs[Math.max(0, index - 1)]!.id };
}

export function changedTab(state: QueryTabs, id: string, part: Partial<QueryTab>): QueryTabs {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)) };
}

/** What changes in a tab whose text is saved now: nothing of it would be lost, and it has the name, if that is free. */
export function savedTab(
  tabs: readonly QueryTab[],
  { id, text }: QueryTab,
  saved: { id: string; name: string },
): Partial<QueryTab> {
  const name = saved.name.slice(0, 90);
  const isFree = nameFault(tabs, id, name) === undefined;
  return { savedQueryId: saved.id, opened: text, ...(isFree ? { name } : {}) };
}

/** Why a tab cannot have this name; undefined when it can. */
export function nameFault(tabs: readonly QueryTab[], id: string, name: string): string | undefined {
  if (name.trim() === '') return 'This field is required';
  const isTaken = tabs.some((tab) => tab.id !== id && tab.name === name.trim());
  return isTaken ? 'Cannot have duplicate tab name' : undefined;
}

export const isChanged = ({ text, opened }: QueryTab) => text !== opened && text.trim() !== '';
