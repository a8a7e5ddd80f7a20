export interface AttackReference {
  /** `T1098.001`, or a tactic such as `TA0003`. */
  id: string;
  href: string;
}

const site = 'https://attack.mitre.org';

function hrefOf(id: string): string | undefined {
  if (/^TA\d{4}$/.test(id)) return `${site}/tactics/${id}/`;
  const technique = /^(T\d{4})(?:\.(\d{3}))?$/.exec(id);
  if (!technique) return undefined;
  return `${site}/techniques/${technique[1]}/${technique[2] === undefined ? '' : `${technique[2]}/`}`;
}

/** Techniques of `TA0003:T1098.001` values; a value that names only a tactic counts as itself. */
export function attackReferences(
  reports: readonly { key: string; values: readonly string[] }[],
): AttackReference[] {
  const values = reports.filter(({ key }) => /mitre/i.test(key)).flatMap((report) => report.values);
  const ids = new Set(values.map((value) => value.split(':').at(-1)?.trim() ?? ''));
  return [...ids].flatMap((id) => {
    const href = hrefOf(id);
    return href ? [{ id, href }] : [];
  });
}
