/** Every permission of the console, by group, in the order the role editor shows them. */
export const permissionGroups = {
  'User Management': ['UserRead', 'UserModify'],
  Alerts: ['AlertRead', 'AlertModify'],
  Detections: ['RuleRead', 'RuleModify', 'PolicyRead', 'PolicyModify', 'BulkUpload', 'BulkUploadValidate'],
  Analysis: ['ResourceRead', 'ResourceModify', 'DataAnalyticsRead', 'DataAnalyticsModify'],
  Data: ['LogSourceRead', 'LogSourceModify', 'LogSourceRawDataRead'],
  Integrations: ['DestinationRead', 'DestinationModify', 'CloudsecSourceRead', 'CloudsecSourceModify'],
  Enrichment: ['LookupRead', 'LookupModify'],
  Configuration: [
    'GeneralSettingsRead',
    'GeneralSettingsModify',
    'SummaryRead',
    'OrganizationApiTokenRead',
    'OrganizationApiTokenModify',
    'RunPantherAi',
  ],
} as const;

export type Permission = (typeof permissionGroups)[keyof typeof permissionGroups][number];

const known = new Set<string>(Object.values(permissionGroups).flat());
/** The public API spells these differently. */
const otherSpellings: Record<string, Permission> = {
  OrganizationAPITokenRead: 'OrganizationApiTokenRead',
  OrganizationAPITokenModify: 'OrganizationApiTokenModify',
  RunPantherAI: 'RunPantherAi',
};

/** Permission names from a token or role in the console's spelling; a Modify brings its Read; unknown names fall away. */
export function normalisePermissions(names: readonly string[]): Set<Permission> {
  const held = new Set<Permission>();
  for (const name of names) {
    const permission = otherSpellings[name] ?? name;
    for (const granted of [permission, permission.replace(/Modify$/, 'Read')]) {
      // The set holds exactly the members of the type.
      if (known.has(granted)) held.add(granted as Permission);
    }
  }
  return held;
}

/** False when nobody is signed in and when nothing is asked for. */
export function isPermitted(
  held: ReadonlySet<Permission> | undefined,
  wanted: readonly Permission[],
  mode: 'any' | 'all' = 'any',
): boolean {
  if (!held || wanted.length === 0) return false;
  return mode === 'any' ? wanted.some((name) => held.has(name)) : wanted.every((name) => held.has(name));
}
