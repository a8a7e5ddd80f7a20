/** Apart, because the route needs it before the screen is loaded. */
export const searchModes = ['search', 'pantherflow', 'sql'] as const;
export type SearchMode = (typeof searchModes)[number];

/** What of a search is looked at. */
export const resultsViews = ['results', 'visualizations'] as const;
export type ResultsView = (typeof resultsViews)[number];
