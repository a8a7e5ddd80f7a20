import type { GlobalItem } from '@margay/detect/content';
import * as z from 'zod';
import { defineStoredKind, noFacts } from './kind.ts';

export const HelperDefinition = z.object({
  description: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
});
export type HelperDefinition = z.output<typeof HelperDefinition>;

export const global = defineStoredKind<HelperDefinition, GlobalItem>({
  title: 'helper',
  auditName: 'GLOBAL_HELPER',
  itemKinds: ['global'],
  group: 'globalHelpers',
  permissions: { read: 'RuleRead', modify: 'RuleModify' },
  importOrder: 0,
  isLibrary: true,
  bodyKind: 'GLOBAL',
  definition: HelperDefinition,
  bodyOf: ({ body }) => body,
  factsOf: (id, { tags }) => ({ ...noFacts, displayName: id, tags }),
  // Rules import it by name, also at run time, and today's users are not tomorrow's.
  reachOf: () => ({ any: 'rules of every log type can import it' }),
  fromItem: ({ id, description, tags, module }) => ({
    id,
    enabled: true,
    definition: { description, tags, body: module.body },
  }),
  toItem: ({ id, definition: { description, tags, body } }) => ({
    kind: 'global',
    id,
    file: '',
    description,
    tags,
    module: { id, body },
  }),
});
