/**
 * The one permission table. Everything else (role form, navigation, route and field rules, token scopes) derives from it.
 * Names are the public API's spelling; `normalizePermission` accepts the older variants on input.
 */
const table = [
  ['UserRead', 'User Management', 'Read User Info', 'See users and roles'],
  ['UserModify', 'User Management', 'Manage Users', 'Administrator-level access: change users and roles'],
  ['AlertRead', 'Alerts', 'View Alerts', 'See alerts, their events and comments'],
  ['AlertModify', 'Alerts', 'Manage Alerts', 'Change status and assignee, comment, deliver again'],
  [
    'RuleRead',
    'Detections',
    'View Rules',
    'See rules, scheduled rules, correlation rules, helpers and data models',
  ],
  ['RuleModify', 'Detections', 'Manage Rules', 'Create, change and delete rules, helpers and data models'],
  ['PolicyRead', 'Detections', 'View Policies', 'See policies'],
  ['PolicyModify', 'Detections', 'Manage Policies', 'Create, change, suppress and delete policies'],
  ['BulkUpload', 'Detections', 'Bulk Upload', 'Upload and delete detection content in bulk'],
  [
    'BulkUploadValidate',
    'Detections',
    'Bulk Upload Validate',
    'Validate detection content and run its tests',
  ],
  ['ResourceRead', 'Analysis', 'View Cloud Resources', 'See the resource inventory'],
  ['ResourceModify', 'Analysis', 'Manage Cloud Resources', 'Change the resource inventory'],
  ['DataAnalyticsRead', 'Analysis', 'Query Data Lake', 'Run log searches and see their history'],
  ['DataAnalyticsModify', 'Analysis', 'Manage Saved Searches', 'Save, schedule and delete searches'],
  ['LogSourceRead', 'Data', 'View Log Sources', 'See log sources and schemas'],
  ['LogSourceModify', 'Data', 'Manage Log Sources', 'Create, change and delete log sources and schemas'],
  ['LogSourceRawDataRead', 'Data', 'View Log Source Raw Data', 'Preview the raw data of a source'],
  ['DestinationRead', 'Integrations', 'View Destinations', 'See alert destinations'],
  [
    'DestinationModify',
    'Integrations',
    'Manage Destinations',
    'Create, change and delete alert destinations',
  ],
  ['CloudsecSourceRead', 'Integrations', 'View Cloud Security Sources', 'See cloud accounts'],
  [
    'CloudsecSourceModify',
    'Integrations',
    'Manage Cloud Security Sources',
    'Create, change and delete cloud accounts',
  ],
  ['LookupRead', 'Enrichment', 'View Lookup Tables', 'See lookup tables and enrichment providers'],
  [
    'LookupModify',
    'Enrichment',
    'Manage Lookup Tables',
    'Create, change and delete lookup tables and enrichment providers',
  ],
  ['GeneralSettingsRead', 'Configuration', 'Read Settings', 'See the general settings'],
  [
    'GeneralSettingsModify',
    'Configuration',
    'Manage Settings',
    'Change the general settings and single sign-on',
  ],
  ['SummaryRead', 'Configuration', 'Read Metrics', 'See dashboards and metrics'],
  [
    'OrganizationAPITokenRead',
    'Configuration',
    'Read API Token Info',
    'See API token metadata, never their values',
  ],
  [
    'OrganizationAPITokenModify',
    'Configuration',
    'Manage API Tokens',
    'Create, rotate and delete API tokens',
  ],
  ['RunPantherAI', 'Configuration', 'Run AI Assistant', 'Use the assistant'],
] as const;

export type Permission = (typeof table)[number][0];
export type PermissionGroup = (typeof table)[number][1];

export interface PermissionInfo {
  name: Permission;
  group: PermissionGroup;
  label: string;
  description: string;
}

export const permissionInfos: readonly PermissionInfo[] = table.map(([name, group, label, description]) => ({
  name,
  group,
  label,
  description,
}));
export const permissions: readonly Permission[] = table.map(([name]) => name);

const canonical = new Map<string, Permission>([
  ...permissions.map((name) => [name.toLowerCase(), name] as const),
  ['organizationapitokenread', 'OrganizationAPITokenRead'],
  ['organizationapitokenmodify', 'OrganizationAPITokenModify'],
]);

/** The canonical name, whatever the case (`RunPantherAi`, `OrganizationApiTokenRead`); undefined when unknown. */
export function normalizePermission(name: string): Permission | undefined {
  return canonical.get(name.toLowerCase());
}

/** A Modify permission implies the Read permission of the same name. */
export function expandPermissions(held: Iterable<Permission>): Set<Permission> {
  const all = new Set<Permission>(held);
  for (const permission of held) {
    const read = normalizePermission(permission.replace(/Modify$/, 'Read'));
    if (read !== undefined) all.add(read);
  }
  return all;
}

/** True when one of `wanted` is held. An empty list is never satisfied. */
export function holdsAny(held: ReadonlySet<Permission>, wanted: readonly Permission[]): boolean {
  return wanted.some((permission) => held.has(permission));
}

/** The roles every installation starts with. Admin is fixed; the others may be edited and renamed. */
export const predefinedRoles: readonly { name: string; permissions: readonly Permission[] }[] = [
  { name: 'Admin', permissions },
  {
    name: 'Analyst',
    permissions: [
      'AlertModify',
      'RuleModify',
      'PolicyModify',
      'BulkUpload',
      'BulkUploadValidate',
      'ResourceModify',
      'DataAnalyticsRead',
      'DataAnalyticsModify',
      'LogSourceRead',
      'DestinationRead',
      'CloudsecSourceRead',
      'LookupModify',
      'GeneralSettingsRead',
      'SummaryRead',
      'UserRead',
      'RunPantherAI',
    ],
  },
  {
    name: 'AnalystReadOnly',
    permissions: [
      'AlertRead',
      'RuleRead',
      'PolicyRead',
      'ResourceRead',
      'DataAnalyticsRead',
      'LogSourceRead',
      'DestinationRead',
      'CloudsecSourceRead',
      'LookupRead',
      'GeneralSettingsRead',
      'SummaryRead',
      'UserRead',
    ],
  },
];
