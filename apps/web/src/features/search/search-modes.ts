/** Apart, because the route needs it before the screen is loaded. */
export const searchModes = ['search', 'sql'] as const;
export type SearchMode = (typeof searchModes)[number];
