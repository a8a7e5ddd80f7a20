import type { PythonRule } from '@margay/model';
import type { SchemaText } from '../events/schema-texts.ts';
import type { ReplayContent } from '../judge/replay-rule.ts';

export const contentOfRule = (rule: PythonRule, schemas: readonly SchemaText[]): ReplayContent => ({
  rule,
  globals: [],
  dataModels: [],
  schemas,
  enrichment: [],
});
