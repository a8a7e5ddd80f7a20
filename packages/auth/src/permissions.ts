/**
 * The one permission table. Everything else (role form, navigation, route and field rules, token scopes) derives from it.
 * A name, its group and label, what it allows a person, and what it allows an API token.
 * Names are the public API's spelling; `normalizePermission` accepts the older variants on input.
 */
const table = [
  [
    'UserRead',
    'User Management',
    'Read User Info',
    'See users and roles',
    'Lists the users and roles of the installation',
  ],
  [
    'UserModify',
    'User Management',
    'Manage Users',
    'Administrator-level access: change users and roles',
    'Invites, changes and deactivates users, and changes roles, which is full administration',
  ],
  [
    'AlertRead',
    'Alerts',
    'View Alerts',
    'See alerts, their events and comments',
    'Reads alerts with their events and comments',
  ],
  [
    'AlertModify',
    'Alerts',
    'Manage Alerts',
    'Change status and assignee, comment, deliver again',
    'Sets status and assignee of alerts, comments on them and delivers them again',
  ],
  [
    'RuleRead',
    'Detections',
    'View Rules',
    'See rules, scheduled rules, correlation rules, helpers and data models',
    'Downloads rules, scheduled rules, correlation rules, helpers and data models',
  ],
  [
    'RuleModify',
    'Detections',
    'Manage Rules',
    'Create, change and delete rules, helpers and data models',
    'Creates, changes and deletes single rules, helpers and data models',
  ],
  [
    'PolicyRead',
    'Detections',
    'View Policies',
    'See policies',
    'Downloads policies and reads what they found',
  ],
  [
    'PolicyModify',
    'Detections',
    'Manage Policies',
    'Create, change, suppress and delete policies',
    'Creates, changes, suppresses and deletes single policies',
  ],
  [
    'BulkUpload',
    'Detections',
    'Bulk Upload',
    'Upload and delete detection content in bulk',
    'Uploads whole folders of detections from a build server, and deletes them',
  ],
  [
    'BulkUploadValidate',
    'Detections',
    'Bulk Upload Validate',
    'Validate detection content and run its tests',
    'Checks folders of detections and runs their tests, and stores nothing',
  ],
  [
    'ResourceRead',
    'Analysis',
    'View Cloud Resources',
    'See the resource inventory',
    'Reads the inventory of cloud resources',
  ],
  [
    'ResourceModify',
    'Analysis',
    'Manage Cloud Resources',
    'Change the resource inventory',
    'Uploads and removes cloud resources',
  ],
  [
    'DataAnalyticsRead',
    'Analysis',
    'Query Data Lake',
    'Run log searches and see their history',
    'Runs searches over the events the token may read',
  ],
  [
    'DataAnalyticsModify',
    'Analysis',
    'Manage Saved Searches',
    'Save, schedule and delete searches',
    'Saves, schedules and deletes searches',
  ],
  [
    'LogSourceRead',
    'Data',
    'View Log Sources',
    'See log sources and schemas',
    'Reads log sources, their health and schemas',
  ],
  [
    'LogSourceModify',
    'Data',
    'Manage Log Sources',
    'Create, change and delete log sources and schemas',
    'Creates, changes and deletes log sources and schemas',
  ],
  [
    'LogSourceRawDataRead',
    'Data',
    'View Log Source Raw Data',
    'Preview the raw data of a source',
    'Reads samples of what a source sent, as it came',
  ],
  [
    'DestinationRead',
    'Integrations',
    'View Destinations',
    'See alert destinations',
    'Reads alert destinations, without their secrets',
  ],
  [
    'DestinationModify',
    'Integrations',
    'Manage Destinations',
    'Create, change and delete alert destinations',
    'Creates, changes and deletes alert destinations, and so where alerts are sent',
  ],
  [
    'CloudsecSourceRead',
    'Integrations',
    'View Cloud Security Sources',
    'See cloud accounts',
    'Reads cloud accounts',
  ],
  [
    'CloudsecSourceModify',
    'Integrations',
    'Manage Cloud Security Sources',
    'Create, change and delete cloud accounts',
    'Creates, changes and deletes cloud accounts',
  ],
  [
    'LookupRead',
    'Enrichment',
    'View Lookup Tables',
    'See lookup tables and enrichment providers',
    'Reads lookup tables and enrichment providers',
  ],
  [
    'LookupModify',
    'Enrichment',
    'Manage Lookup Tables',
    'Create, change and delete lookup tables and enrichment providers',
    'Creates, fills and deletes lookup tables and enrichment providers',
  ],
  [
    'GeneralSettingsRead',
    'Configuration',
    'Read Settings',
    'See the general settings',
    'Reads the general settings',
  ],
  [
    'GeneralSettingsModify',
    'Configuration',
    'Manage Settings',
    'Change the general settings and single sign-on',
    'Changes the general settings and single sign-on',
  ],
  [
    'SummaryRead',
    'Configuration',
    'Read Metrics',
    'See dashboards and metrics',
    'Reads the figures of dashboards and metrics',
  ],
  [
    'OrganizationAPITokenRead',
    'Configuration',
    'Read API Token Info',
    'See API token metadata, never their values',
    'Lists API tokens, never their values',
  ],
  [
    'OrganizationAPITokenModify',
    'Configuration',
    'Manage API Tokens',
    'Create, rotate and delete API tokens',
    'Creates, rotates and deletes API tokens that can do no more than this one',
  ],
  [
    'RunPantherAI',
    'Configuration',
    'Run AI Assistant',
    'Use the assistant',
    'Asks the assistant, with what the token may read',
  ],
] as const;

export type Permission = (typeof table)[number][0];
export type PermissionGroup = (typeof table)[number][1];

export interface PermissionInfo {
  name: Permission;
  group: PermissionGroup;
  label: string;
  /** What a role with it allows. */
  description: string;
  /** What an API token with it does. */
  tokenDescription: string;
}

export const permissionInfos: readonly PermissionInfo[] = table.map(
  ([name, group, label, description, tokenDescription]) => ({
    name,
    group,
    label,
    description,
    tokenDescription,
  }),
);
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
