export const logTypeAccessKinds = ['ALLOW_ALL', 'DENY_ALL', 'ALLOW', 'DENY'] as const;
export type LogTypeAccessKind = (typeof logTypeAccessKinds)[number];

export interface LogTypeAccess {
  kind: LogTypeAccessKind;
  /** Forbidden with ALLOW_ALL and DENY_ALL, required with the others. */
  logTypes: readonly string[];
}

export const unrestrictedAccess: LogTypeAccess = {
  kind: 'ALLOW_ALL',
  logTypes: [],
};

/** Whether all of these may be read. None at all stands for any: then only access to everything will do. */
export function mayReadLogTypes(access: LogTypeAccess, logTypes: readonly string[]): boolean {
  if (access.kind === 'ALLOW_ALL') return true;
  return logTypes.length > 0 && logTypes.every((logType) => mayReadLogType(access, logType));
}

export function mayReadLogType(access: LogTypeAccess, logType: string): boolean {
  if (access.kind === 'ALLOW_ALL') return true;
  if (access.kind === 'DENY_ALL') return false;
  const isListed = access.logTypes.some((listed) => listed.toLowerCase() === logType.toLowerCase());
  return access.kind === 'ALLOW' ? isListed : !isListed;
}
