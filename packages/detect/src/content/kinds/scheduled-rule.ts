import { defineKind } from './kind.ts';
import { ruleFactsOf, ruleKind, ruleYaml, sourcesOf, writeRule } from './rule-keys.ts';

/** A rule over the rows of one or more scheduled queries. */
export const scheduledRule = defineKind({
  ...ruleKind,
  kind: 'scheduled_rule',
  analysisType: 'scheduled_rule',
  yaml: ruleYaml('scheduled_rule'),
  build(yaml, context) {
    const scheduledQueries = sourcesOf(yaml, {
      wanted: 'ScheduledQueries',
      missing: {
        message: 'The scheduled rule names no query.',
        remedy: 'Add ScheduledQueries with at least one query name.',
      },
      foreign: 'LogTypes',
      misplaced: {
        message: 'A scheduled rule judges rows of queries, not events of log types.',
        remedy: 'Set AnalysisType to rule, or replace the key by ScheduledQueries.',
      },
    });
    if ('remedy' in scheduledQueries) return scheduledQueries;
    const facts = ruleFactsOf(yaml, context);
    if ('remedy' in facts) return facts;
    return {
      kind: 'scheduled_rule',
      ...facts,
      scheduledQueries,
      rule: { ...facts.rule, kind: 'SCHEDULED_RULE' },
    };
  },
  write: (item) => writeRule(item, { ScheduledQueries: item.scheduledQueries }),
  bodyOf: ({ rule }) => rule.body,
  runs({ rule: { inlineFilters: _notForRows, ...rule }, enabled, tests }) {
    return { rule, enabled, tests };
  },
});
