import { defineKind } from './kind.ts';
import { ruleFactsOf, ruleKind, ruleYaml, sourcesOf, writeRule } from './rule-keys.ts';

/** A rule over events of one or more log types, in Python or as a simple detection. */
export const rule = defineKind({
  ...ruleKind,
  kind: 'rule',
  analysisType: 'rule',
  yaml: ruleYaml('rule'),
  build(yaml, context) {
    const logTypes = sourcesOf(yaml, {
      wanted: 'LogTypes',
      missing: { message: 'The rule names no log type.', remedy: 'Add LogTypes with at least one.' },
      foreign: 'ScheduledQueries',
      misplaced: {
        message: 'A rule judges events of log types, not rows of queries.',
        remedy: 'Set AnalysisType to scheduled_rule, or replace the key by LogTypes.',
      },
    });
    if ('remedy' in logTypes) return logTypes;
    const facts = ruleFactsOf(yaml, context);
    if ('remedy' in facts) return facts;
    return { kind: 'rule', ...facts, rule: { ...facts.rule, kind: 'RULE', logTypes } };
  },
  write: (item) => writeRule(item, { LogTypes: item.rule.logTypes }),
  bodyOf: ({ rule: { body } }) => body,
  runs: ({ rule: facts, enabled, tests }) => ({ rule: facts, enabled, tests }),
});
