/** How the log types are meant that a role or a token lists. */
export type LogTypeAccessKind = 'ALLOW' | 'ALLOW_ALL' | 'DENY' | 'DENY_ALL';

/** True where the kind names log types. */
export const isListed = (kind: string): boolean => kind === 'ALLOW' || kind === 'DENY';

const shown = 3;
function someOf(names: readonly string[]): string {
  if (names.length <= shown + 1) return names.join(', ');
  return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`;
}

/** The access in words: "All log types", "Only Okta.SystemLog". */
export function accessText(kind: LogTypeAccessKind, logTypes: readonly string[]): string {
  if (kind === 'ALLOW_ALL') return 'All log types';
  if (kind === 'DENY_ALL') return 'No log types';
  return `${kind === 'ALLOW' ? 'Only' : 'All but'} ${logTypes.length === 0 ? 'none yet' : someOf(logTypes)}`;
}
