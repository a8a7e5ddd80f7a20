/** Margay speaks Panther's formats; its public documentation describes them. */
const site = 'https://docs.panther.com';

export const documentation = {
  start: `${site}/`,
  alerts: `${site}/alerts`,
  search: `${site}/search`,
  savedSearches: `${site}/search/scheduled-searches`,
  searchHistory: `${site}/search/search-history`,
  dataExplorer: `${site}/search/data-explorer`,
  detections: `${site}/detections`,
  resources: `${site}/cloud-scanning`,
  policies: `${site}/detections/policies`,
  dataModels: `${site}/detections/rules/python/data-models`,
  helpers: `${site}/detections/rules/python/globals`,
  logSources: `${site}/data-onboarding`,
  destinations: `${site}/alerts/destinations`,
  schemas: `${site}/data-onboarding/custom-log-types`,
} as const;

/** What pages of the documentation are called where they are looked for by name. */
export const documentationTitles: Record<keyof typeof documentation, string> = {
  start: 'Documentation',
  alerts: 'Alerts',
  search: 'Search',
  savedSearches: 'Saved and scheduled searches',
  searchHistory: 'Search history',
  dataExplorer: 'Data Explorer',
  detections: 'Detections',
  resources: 'Cloud resources',
  policies: 'Policies',
  dataModels: 'Data models',
  helpers: 'Helpers',
  logSources: 'Sending logs',
  destinations: 'Alert destinations',
  schemas: 'Schemas of custom log types',
};
