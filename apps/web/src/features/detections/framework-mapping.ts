const attack = /^mitre\s+att&ck$/i;
const technique = /^TA\d{4}:T\d{4}(\.\d{3})?$/;

/** What is wrong with the framework mappings; other frameworks than MITRE ATT&CK may have any ids. */
export function mappingFault(reports: readonly { key: string; value: string }[]): string | undefined {
  for (const { key, value } of reports) {
    if (!attack.test(key.trim())) continue;
    const ids = value.split(',').map((id) => id.trim());
    const wrong = ids.find((id) => id !== '' && !technique.test(id));
    if (wrong !== undefined)
      return `${wrong} is no id of MITRE ATT&CK. Write tactic and technique: TA0005:T1562 or TA0005:T1562.008`;
  }
  return undefined;
}
