import { dataModel } from './data-model.ts';
import { derivedRule } from './derived-rule.ts';
import { global } from './global.ts';
import type { KindDefinition } from './kind.ts';
import { policy } from './policy.ts';
import { rule } from './rule.ts';
import { savedQuery } from './saved-query.ts';
import { scheduledQuery } from './scheduled-query.ts';
import { scheduledRule } from './scheduled-rule.ts';

/** The kinds of content this version knows. A kind with a marker stands for files that have its key. */
export const contentKinds = [
  dataModel,
  derivedRule,
  global,
  policy,
  rule,
  savedQuery,
  scheduledQuery,
  scheduledRule,
] as readonly KindDefinition[]; // each takes items of its own kind only, which `kind` tells
