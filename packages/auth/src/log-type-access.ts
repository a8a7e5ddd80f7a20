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

/** Its events tell of log data of every kind: whoever is kept from one reads them only where their role names them. */
const tellsOfAll = 'Panther.Audit';

/** Whether all of these may be read. None at all stands for any: then only access to everything will do. */
export function mayReadLogTypes(access: LogTypeAccess, logTypes: readonly string[]): boolean {
  if (access.kind === 'ALLOW_ALL') return true;
  return logTypes.length > 0 && logTypes.every((logType) => mayReadLogType(access, logType));
}

export function mayReadLogType(access: LogTypeAccess, logType: string): boolean {
  if (access.kind === 'ALLOW_ALL') return true;
  if (access.kind === 'DENY_ALL') return false;
  const isListed = access.logTypes.some((listed) => listed.toLowerCase() === logType.toLowerCase());
  return access.kind === 'ALLOW' ? isListed : !isListed && logType.toLowerCase() !== tellsOfAll.toLowerCase();
}

/** The same access with everything in its list that it leaves out, for queries that compare lists. */
export const spelledOut = (access: LogTypeAccess): LogTypeAccess =>
  access.kind === 'DENY' ? { ...access, logTypes: [...access.logTypes, tellsOfAll] } : access;

/** Either only these, or all but these; in small letters. */
type Reach = { only: Set<string> } | { allBut: Set<string> };

function reachOf({ kind, logTypes }: LogTypeAccess): Reach {
  const names = new Set(logTypes.map((name) => name.toLowerCase()));
  if (kind === 'ALLOW') return { only: names };
  if (kind === 'DENY') return { allBut: names };
  return kind === 'ALLOW_ALL' ? { allBut: new Set() } : { only: new Set() };
}

function accessOf(reach: Reach): LogTypeAccess {
  const [names, one, other] =
    'only' in reach
      ? ([reach.only, 'ALLOW', 'DENY_ALL'] as const)
      : ([reach.allBut, 'DENY', 'ALLOW_ALL'] as const);
  return names.size === 0 ? { kind: other, logTypes: [] } : { kind: one, logTypes: [...names].sort() };
}

/** What both let a person read. */
export function commonAccess(one: LogTypeAccess, other: LogTypeAccess): LogTypeAccess {
  const [a, b] = [reachOf(one), reachOf(other)];
  const isReadable = (reach: Reach, name: string) =>
    'only' in reach
      ? reach.only.has(name)
      : !reach.allBut.has(name) && (reach.allBut.size === 0 || name !== tellsOfAll.toLowerCase());
  if ('only' in a) return accessOf({ only: new Set([...a.only].filter((name) => isReadable(b, name))) });
  if ('only' in b) return accessOf({ only: new Set([...b.only].filter((name) => isReadable(a, name))) });
  return accessOf({ allBut: new Set([...a.allBut, ...b.allBut]) });
}

/** A text for the access of people: equal where they may read the same log types. */
export function accessKeyOf(access: LogTypeAccess): string {
  const { kind, logTypes } = accessOf(reachOf(access));
  return logTypes.length === 0 ? kind : `${kind}:${logTypes.join(',')}`;
}
