import { detectionKindOf, type KindShownAs } from '@margay/model';
import { detectionKindNames, kindNamed, plainRule, type DetectionContentKind } from './kinds/index.ts';
import type { ShownRule } from './kinds/kind.ts';
import type { ContentRecord } from './store.ts';

/** Kinds that the API shows as rules. */
export type RuleKind = DetectionContentKind & KindShownAs<'Rule'>;
export const isRuleKind = (kind: string): kind is RuleKind =>
  detectionKindNames.some((name) => name === kind && detectionKindOf(name).objectType === 'Rule');
export const ruleKinds = detectionKindNames.filter(isRuleKind);

/** A rule of any of these kinds as people see it: a derived one with what it inherits. */
export interface RuleView extends Omit<ContentRecord, 'kind' | 'definition'>, ShownRule {
  kind: RuleKind;
}

/** Any detection as people see it. */
export type DetectionView<Kind extends DetectionContentKind = DetectionContentKind> =
  | (Kind extends RuleKind ? RuleView : never)
  | (Kind extends KindShownAs<'Policy'> ? ContentRecord<Kind> : never);

/** `bases`: the rules that derived ones take their logic from. */
export function detectionView<Kind extends DetectionContentKind>(
  record: ContentRecord<Kind>,
  bases: ReadonlyMap<string, ContentRecord<typeof plainRule>>,
): DetectionView<Kind> {
  const kind = kindNamed<DetectionContentKind>(record.kind);
  const base = record.baseId === null ? undefined : bases.get(record.baseId);
  const shown = kind.shownRule?.(record.definition, base);
  // What runs is the text of the base.
  const { textAuthor } = base ?? record;
  return { ...record, ...shown, textAuthor } as DetectionView<Kind>; // a rule where its kind shows one
}
