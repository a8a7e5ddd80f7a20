import { createHash } from 'node:crypto';
import type { DetectionContent, PythonRule } from '@margay/model';

/**
 * What the texts of rules told, kept from one load to the next: most changes touch one rule. A rule's text is read
 * together with the helpers it calls, so a changed helper empties the cache.
 */
export interface AnalysisCache {
  /** Call before each load. */
  begin(globals: DetectionContent['globals']): void;
  isKnown(rule: PythonRule): boolean;
  /** Takes what a load found, and gives what is known of all rules of the content, by rule number. */
  complete(
    rules: readonly PythonRule[],
    found: readonly { rule: number; text: string }[],
  ): { rule: number; text: string }[];
}

export function createAnalysisCache(): AnalysisCache {
  let helpers = '';
  /** Null: its text tells nothing. */
  let texts = new Map<string, string | null>();

  return {
    begin(globals) {
      const digest = createHash('sha256')
        .update(JSON.stringify(globals.map(({ id, body }) => [id, body])))
        .digest('hex');
      if (digest !== helpers) texts = new Map();
      helpers = digest;
    },
    isKnown: (rule) => texts.has(keyOf(rule)),
    complete(rules, found) {
      const fresh = new Map(found.map(({ rule, text }) => [rule, text]));
      const kept = new Map<string, string | null>();
      const all: { rule: number; text: string }[] = [];
      for (const [number, rule] of rules.entries()) {
        const key = keyOf(rule);
        const text = fresh.get(number) ?? texts.get(key) ?? null;
        kept.set(key, text);
        if (text !== null) all.push({ rule: number, text });
      }
      texts = kept;
      return all;
    },
  };
}

function keyOf(rule: PythonRule): string {
  return `${rule.kind} ${rule.logTypes.length > 0} ${rule.body}`;
}
