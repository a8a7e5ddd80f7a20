import type { PythonModule, PythonRule } from '@margay/model';

/** Version of a detection and of every helper its text names, directly or through another helper. */
export function judgedByOf(rule: PythonRule, helpers: readonly PythonModule[]): string {
  const used = new Set<PythonModule>();
  const visit = (body: string) => {
    const words = new Set(body.match(/\w+/g));
    for (const helper of helpers) {
      if (used.has(helper) || !words.has(helper.id)) continue;
      used.add(helper);
      visit(helper.body);
    }
  };
  visit(rule.body);
  return [rule.versionId, ...[...used].map(({ versionId }) => versionId).toSorted()].join(' ');
}
