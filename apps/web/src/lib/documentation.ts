/** Pages of the documentation that comes with the product: files of `docs/running`, shown by the console itself. */
const page = (name: string) => `/documentation/${name}`;

export const documentation = {
  start: page(''),
  alerts: page('alerts/'),
  search: page('searching/'),
  savedSearches: page('searching/#saved-searches-schedules-history'),
  searchHistory: page('searching/#saved-searches-schedules-history'),
  dataExplorer: page('searching/#data-explorer'),
  detections: page('detections/'),
  resources: page('resources/'),
  policies: page('detections/#policies'),
  dataModels: page('detections/#data-models'),
  helpers: page('detections/#helpers'),
  logSources: page('sending-logs/'),
  destinations: page('destinations/'),
  schemas: page('schemas/'),
  people: page('people/'),
  mail: page('mail/'),
  roles: page('roles/'),
  apiTokens: page('api-tokens/'),
  generalSettings: page('general-settings/'),
  auditLog: page('audit-log/'),
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
  people: 'People and sign-in',
  mail: 'Mail',
  roles: 'Roles and permissions',
  apiTokens: 'API tokens',
  generalSettings: 'General settings',
  auditLog: 'Audit log',
};
