import * as z from 'zod';
import type { RuleItem, ScheduledRuleItem } from '../item.ts';
import {
  alertingFacts,
  alertingKeys,
  commonFacts,
  detectionKeys,
  itemFacts,
  writeAlerting,
  writeDetection,
  writeTestsOf,
} from './detection-keys.ts';
import { distinctTexts, Name } from './fields.ts';
import type { KindContext, KindFault, WrittenItem } from './kind.ts';
import { logicOf } from './logic.ts';

/** Keys of a rule, whatever it judges. */
const ruleKeys = {
  RuleID: Name,
  LogTypes: distinctTexts().optional(),
  ScheduledQueries: distinctTexts().optional(),
  ...detectionKeys,
  ...alertingKeys,
};
const AnyRuleYaml = z.object(ruleKeys);
type AnyRuleYaml = z.output<typeof AnyRuleYaml>;

export const ruleYaml = <const Type extends 'rule' | 'scheduled_rule'>(type: Type) =>
  z.strictObject({ AnalysisType: z.literal(type), ...ruleKeys });

/** What both kinds of rules have in their definition. */
export const ruleKind = { idKey: 'RuleID', folder: 'rules', mayIgnoreExtraKeys: true } as const;

type Source = 'LogTypes' | 'ScheduledQueries';
interface Sources {
  /** Key that names what the kind judges, and what to say where it is missing. */
  wanted: Source;
  missing: Omit<KindFault, 'field'>;
  /** Key of the other kind, and what to say where it is there. */
  foreign: Source;
  misplaced: Omit<KindFault, 'field'>;
}

/** The texts under the wanted key, at least one. */
export function sourcesOf(
  yaml: Pick<AnyRuleYaml, Source>,
  { wanted, missing, foreign, misplaced }: Sources,
): string[] | KindFault {
  if (yaml[foreign] !== undefined) return { field: foreign, ...misplaced };
  const sources = yaml[wanted] ?? [];
  return sources.length === 0 ? { field: wanted, ...missing } : sources;
}

/** All of a rule but its kind and what it judges. */
type FactsOfRules = Omit<RuleItem, 'kind' | 'rule'> & {
  rule: Omit<RuleItem['rule'], 'kind'>;
};

export function ruleFactsOf(yaml: AnyRuleYaml, context: KindContext): FactsOfRules | KindFault {
  const found = logicOf(yaml, context);
  if ('remedy' in found) return found;
  const item = itemFacts(yaml, yaml.RuleID, context.file);
  return {
    ...item,
    notes: {
      ...item.notes,
      ...(yaml.PackIDs === undefined ? {} : { packIds: yaml.PackIDs }),
      ...found.notes,
    },
    rule: {
      id: yaml.RuleID,
      logTypes: [],
      ...found.logic,
      ...commonFacts(yaml),
      ...alertingFacts(yaml),
    },
  };
}

/** The rule as files; `sources` is what it judges. */
export function writeRule(
  item: RuleItem | ScheduledRuleItem,
  sources: Partial<Record<Source, readonly string[]>>,
): WrittenItem {
  return {
    yaml: {
      AnalysisType: item.kind,
      RuleID: item.id,
      ...writeDetection(item),
      ...sources,
      ...writeAlerting(item),
      ...writeTestsOf(item, 'Log'),
    },
    ...(item.rule.simple === undefined ? { body: item.rule.body } : {}),
  };
}
