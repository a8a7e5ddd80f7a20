/** Names of what was read of a search in the cache: all its parts begin with this. */
export const partsKey = (queryId: string | undefined) => ['search', 'part', queryId] as const;
export const progressKey = (queryId: string | undefined) => ['search', 'progress', queryId] as const;
