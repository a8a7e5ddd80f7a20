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
