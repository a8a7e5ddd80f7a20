import { detectionKindOf, isPythonKind, type KindShownAs, type PythonKind } from '@margay/model';
import { derivedRule } from './derived-rule.ts';
import { policy } from './policy.ts';
import { rule } from './rule.ts';
import { scheduledRule } from './scheduled-rule.ts';

/** The kinds that the list of detections shows, in the order of its filter. */
export const listedKinds = [rule, scheduledRule, derivedRule, policy] as const;

export type ListedKind = (typeof listedKinds)[number];
export type ListedKindId = ListedKind['id'];
export const listedKindIds = listedKinds.map(({ id }) => id) as [ListedKindId, ...ListedKindId[]];

const byId = new Map<string, ListedKind>(listedKinds.map((kind) => [kind.id, kind]));

/** The kind of a detection in the list; a rule where the server does not say it. */
export const listedKindOf = (id: ListedKindId | undefined): ListedKind => byId.get(id ?? rule.id) ?? rule;

/** Its sources are scheduled queries, and what it judges is no stored event, which a replay could read. */
export const judgesRows = (id: ListedKindId): boolean => detectionKindOf(id).judges === 'rows';

/** Kinds of rules that the rule editor writes. */
export type RuleKind = Extract<ListedKindId, KindShownAs<'Rule'>>;

/** The kind it runs as: rules without Python of their own run as the rule they are derived from. */
export const runsAs = (id: RuleKind): Extract<RuleKind, PythonKind> => (isPythonKind(id) ? id : rule.id);
