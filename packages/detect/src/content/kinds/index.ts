import { dataModel } from './data-model.ts';
import { global } from './global.ts';
import type { KindDefinition } from './kind.ts';
import { rule } from './rule.ts';

/** The kinds of content this version runs, by `AnalysisType`. */
export const contentKinds: readonly KindDefinition[] = [dataModel, global, rule];

/** Kinds that exist in content repositories and are left out, with what to tell the person who brings them. */
export const unsupportedKinds: Record<string, { idKey: string; reason: string }> = {
  correlation_rule: { idKey: 'RuleID', reason: 'correlation rules are not run by this version' },
  lookup_table: { idKey: 'LookupName', reason: 'lookup tables are not imported by this version' },
  pack: { idKey: 'PackID', reason: 'packs are not imported by this version' },
  policy: { idKey: 'PolicyID', reason: 'policies are not run by this version' },
  saved_query: { idKey: 'QueryName', reason: 'saved queries are not imported by this version' },
  scheduled_prompt: { idKey: 'PromptID', reason: 'scheduled prompts are not run by this version' },
  scheduled_query: { idKey: 'QueryName', reason: 'scheduled queries are not run by this version' },
  scheduled_rule: { idKey: 'RuleID', reason: 'scheduled rules are not run by this version' },
};
