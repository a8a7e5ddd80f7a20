import type { Answers } from './answering-server.ts';

const page = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } };
const counted = { ...page, totalItems: 0 };

/** What a server without any content answers to the lists, for tests of the console's frame and addresses. */
export const emptyInstallation: Answers = {
  Alert: () => ({ alert: null }),
  AlertDestinationLogos: () => ({ destinationTypes: [] }),
  AlertLogTypes: () => ({ availableLogTypes: [] }),
  AlertPeople: () => ({ users: [] }),
  AlertSources: () => ({ sources: [] }),
  Alerts: () => ({ alerts: counted, newest: page }),
  AlertsHistogram: () => ({ alerts: counted }),
  AlertsPoll: () => ({
    page,
    fresh: { totalItems: 0 },
    alerts: { totalItems: 0 },
    detectionErrors: { totalItems: 0 },
    systemErrors: { totalItems: 0 },
  }),
  AnyAlert: () => ({ alerts: page }),
  DestinationLogTypes: () => ({ availableLogTypes: [] }),
  DestinationTypes: () => ({ destinationTypes: [] }),
  Destinations: () => ({ destinations: [] }),
  DetectionActivity: () => ({ detectionAlerts: [], detectionLastMatches: [] }),
  DetectionAuthors: () => ({ users: [] }),
  DetectionLogTypes: () => ({ availableLogTypes: [] }),
  DetectionsSummary: () => ({
    all: { detections: [], paging: { totalItems: 0 } },
    enabled: { paging: { totalItems: 0 } },
    failing: { paging: { totalItems: 0 } },
    untested: { paging: { totalItems: 0 } },
  }),
  FirstSteps: () => ({
    sources: [],
    detections: { paging: { totalItems: 0 } },
    destinations: [],
    alerts: page,
  }),
  ListDetectionIds: () => ({
    detections: { detections: [], paging: { thisPage: 1, totalPages: 1, totalItems: 0 } },
  }),
  ListDetections: () => ({
    detections: { detections: [], paging: { thisPage: 1, totalPages: 0, totalItems: 0 } },
  }),
  LogProviders: () => ({ availableLogProviders: { results: [] } }),
  LogSources: () => ({ sources: [] }),
  Places: () => ({ places: [] }),
  SavedSearchCount: () => ({ savedQueries: { totalItems: 0 } }),
  SavedSearches: () => ({ savedQueries: counted }),
  SchemaUsers: () => ({ sources: [] }),
  Schemas: () => ({ schemas: [] }),
};
