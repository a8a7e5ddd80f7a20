/** How one field of GraphQL appears in the audit log. */
export type AuditRule =
  /** A change: each one is an entry. */
  | { kind: 'change'; action: string }
  /** A read of raw data: the same one again within a minute is none of its own. */
  | { kind: 'read'; action: string };

/** Mutations whose entries are called by another name than their own. */
const changes: Record<string, string> = {
  addDestination: 'CREATE_ALERT_DESTINATION',
  cancelDataLakeQuery: 'CANCEL_DATA_LAKE_QUERY',
  createRole: 'CREATE_USER_ROLE',
  deleteDataModels: 'DELETE_DATA_MODEL',
  deleteDestination: 'DELETE_ALERT_DESTINATION',
  deleteDetections: 'DELETE_DETECTION',
  deleteGlobalHelpers: 'DELETE_GLOBAL_HELPER',
  deleteRole: 'DELETE_USER_ROLE',
  deleteSavedQueries: 'DELETE_SAVED_DATA_LAKE_QUERY',
  deliverAlert: 'RETRY_ALERT_DELIVERY',
  editDetections: 'UPDATE_DETECTIONS',
  executeUberSearch: 'EXECUTE_DATA_LAKE_QUERY',
  inviteUser: 'CREATE_USER',
  putDataModel: 'UPDATE_DATA_MODEL',
  putGlobalHelper: 'UPDATE_GLOBAL_HELPER',
  putLogSource: 'UPDATE_LOG_SOURCE',
  putLookupTable: 'UPDATE_LOOKUP_TABLE',
  putNotificationPreferences: 'UPDATE_NOTIFICATION_PREFERENCES',
  putPolicy: 'UPDATE_POLICY',
  putRule: 'UPDATE_RULE',
  putSavedQuery: 'UPDATE_SAVED_DATA_LAKE_QUERY',
  runQuery: 'EXECUTE_DATA_LAKE_QUERY',
  runSavedQuery: 'RUN_SAVED_DATA_LAKE_QUERY',
  setDetectionsEnabled: 'UPDATE_DETECTION_STATE',
  startAsyncDownloadOfAllQueryResults: 'DOWNLOAD_DATA_LAKE_QUERY',
  startBackup: 'CREATE_BACKUP',
  startLiveReplay: 'CREATE_REPLAY',
  suppressPolicies: 'SUPPRESS_POLICY',
  testDetection: 'TEST_RULE',
  updateAlerts: 'UPDATE_ALERT_STATUS',
  updateDestination: 'UPDATE_ALERT_DESTINATION',
  updateRole: 'UPDATE_USER_ROLE',
  updateRuleAndFilter: 'UPDATE_RULE',
  updateSchemaStatus: 'UPDATE_CUSTOM_SCHEMA_STATE',
  updateSettingGroup: 'UPDATE_GENERAL_SETTINGS',
  updateSignInPolicy: 'UPDATE_GENERAL_SETTINGS',
  updateUniversalSettings: 'UPDATE_GENERAL_SETTINGS',
  uploadDetectionContent: 'UPLOAD_DETECTION_ENTITIES',
  uploadDetectionEntitiesAsync: 'UPLOAD_DETECTION_ENTITIES',
  verifyAuditLog: 'VERIFY_AUDIT_LOG',
};

/** Mutations that are no change of what anybody else sees, and why. */
export const unauditedMutations: Record<string, string> = {
  convertDetection: 'turns a text into another form of it; nothing is stored or read',
  deleteColumnSet: 'the columns that one person likes to see',
  reportConsoleFailure: 'a browser tells what went wrong in it; nothing is changed',
  leaveDataLakeQuery: 'a browser looks at its search no more',
  saveColumnSet: 'the columns that one person likes to see',
  updateNotification: 'one’s own notification was read',
  updateQueryUserConfig: 'how one person likes to see a result',
  updateUserNotifications: 'one’s own notifications were read',
};

/** Fields that give raw data, or what was made of single events, without a search that is an entry itself. */
const reads: Record<string, string> = {
  'Alert.events': 'GET_ALERT_EVENTS',
  'Query.alertSummary': 'ISSUE_ALERT_SUMMARY_QUERIES',
  'Query.auditLog': 'LIST_AUDIT_LOG',
  'Query.dataLakePropertyValues': 'GET_DATA_LAKE_PROPERTY_VALUES',
  'Query.eventFields': 'GET_EVENT_FIELDS',
  'Query.eventFindings': 'GET_EVENT_FINDINGS',
  'Query.eventLine': 'GET_EVENT',
  'Query.explainAlert': 'EXPLAIN_ALERT',
  'Query.liveReplay': 'GET_REPLAY_PREVIEW',
  'Query.replayAlert': 'GET_REPLAY_ALERT',
  'Query.resource': 'GET_CLOUD_RESOURCE',
};

/** `deleteAPIToken` → `DELETE_API_TOKEN`. */
export const actionNameOf = (mutation: string): string =>
  mutation
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toUpperCase();

/** Every mutation is an entry unless it is excepted by name, so a new one is from its first day. */
export function auditRuleOf(type: string, field: string): AuditRule | undefined {
  const read = reads[`${type}.${field}`];
  if (read !== undefined) return { kind: 'read', action: read };
  if (type !== 'Mutation' || unauditedMutations[field] !== undefined) return undefined;
  return { kind: 'change', action: changes[field] ?? actionNameOf(field) };
}
