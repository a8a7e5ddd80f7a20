/**
 * The framework mapping of a tactic, a technique, or a technique under its tactic, as `TA0005:T1562`; none without
 * either. `value` is the ids as one text.
 */
export function mitreMapping(
  tactic: string | undefined,
  technique: string | undefined,
): { key: string; value: string }[] {
  const value = [tactic, technique].filter(Boolean).join(':');
  return value === '' ? [] : [{ key: 'MITRE ATT&CK', value }];
}
