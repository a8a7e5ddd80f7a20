/** How many entries are fetched or shown at once: in a small panel, in a list, and of rows of data. */
export const pageSizes = { panel: 10, list: 25, rows: 999 } as const;
