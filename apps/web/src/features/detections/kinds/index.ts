import { detectionKindOf, isPythonKind, type KindShownAs, type PythonKind } from '@margay/model';
import { derivedRule } from './derived-rule.ts';
import { listedKinds } from './known.ts';
import { rule } from './rule.ts';

export type ListedKind = (typeof listedKinds)[number];
export type ListedKindId = ListedKind['id'];
export const listedKindIds = listedKinds.map(({ id }) => id) as [ListedKindId, ...ListedKindId[]];

const byId = new Map<string, ListedKind>(listedKinds.map((kind) => [kind.id, kind]));

/** The kind of a detection in the list; a rule where the server does not say it. */
export const listedKindOf = (id: ListedKindId | undefined): ListedKind => byId.get(id ?? rule.id) ?? rule;

/** What a detection is where nobody says otherwise. */
export const usualKind = rule.id;

/** What a detection becomes that is derived from another. */
export const derivedKind = derivedRule.id;

/** Its logic and log types are those of the rule it is derived from. */
export const followsBase = (id: ListedKindId): boolean => listedKindOf(id).followsBase;

/** Its sources are scheduled queries, and what it judges is no stored event, which a replay could read. */
export const judgesRows = (id: ListedKindId): boolean => detectionKindOf(id).judges === 'rows';

/** Kinds of rules that the rule editor writes. */
export type RuleKind = Extract<ListedKindId, KindShownAs<'Rule'>>;

/** The kind it runs as: rules without Python of their own run as the rule they are derived from. */
export const runsAs = (id: RuleKind): Extract<RuleKind, PythonKind> => (isPythonKind(id) ? id : rule.id);

/** Kinds of rules that judge events of log types. */
export const eventRuleKinds = listedKindIds.filter(
  (id): id is RuleKind =>
    detectionKindOf(id).objectType === 'Rule' && detectionKindOf(id).judges === 'events',
);

const writableKinds = listedKindIds.filter(
  (id): id is RuleKind => isPythonKind(id) && detectionKindOf(id).objectType === 'Rule',
);

/** The kind a new detection starts as, where its address asks for this one: one with logic of its own. */
export const kindToWrite = (asked: string | undefined): RuleKind =>
  writableKinds.find((id) => id === asked) ?? usualKind;
