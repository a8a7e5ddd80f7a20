import { invalidInput } from '@margay/kit';
import { isRuleKind, type RuleKind, type RuleView } from './detection-view.ts';
import { kindNamed, kindOfUnnamed } from './kinds/index.ts';
import type { RuleInput } from './kinds/rule-input.ts';
import type { PutItem } from './writing.ts';

function kindOfInput(input: RuleInput, before: RuleKind | undefined): RuleKind {
  const { analysisType, id, baseDetection } = input;
  const asked = analysisType ?? before ?? kindOfUnnamed({ ...input, baseDetection: baseDetection || null });
  if (!isRuleKind(asked))
    throw invalidInput(`${id} cannot be saved as a rule, because its kind is ${asked}.`);
  if (before !== undefined && asked !== before) {
    throw invalidInput(`Detection ${id} is of the kind ${before}, which cannot change. Make a new one.`);
  }
  return asked;
}

/** What an editor sends, as what is stored: of a derived rule only what differs from its base. */
export async function putItemOf(
  input: RuleInput,
  before: RuleView | undefined,
  ruleOf: (id: string) => Promise<RuleView | undefined>,
): Promise<PutItem<RuleKind>> {
  const about = {
    id: input.id,
    isNew: input.isNew ?? false,
    enabled: input.enabled,
    versionId: input.versionId ?? undefined,
  };
  const kind = kindOfInput(input, about.isNew ? undefined : before?.kind);
  const definition = await kindNamed(kind).fromEditor?.(input, { before, ruleOf });
  if (definition === undefined)
    throw invalidInput(`${input.id} cannot be saved as a rule, because its kind is ${kind}.`);
  return { kind, ...about, definition };
}
