import type { DataModelItem } from '@margay/detect/content';
import * as z from 'zod';
import { defineStoredKind, noFacts, reachOfNamed } from './kind.ts';

const Mapping = z
  .object({ name: z.string(), path: z.string().optional(), method: z.string().optional() })
  .refine(({ path, method }) => (path === undefined) !== (method === undefined), {
    error: 'must have either a path or a method',
  });

export const DataModelDefinition = z
  .object({
    displayName: z.string(),
    logTypes: z.array(z.string()),
    body: z.string().optional(),
    mappings: z.array(Mapping),
  })
  .refine(
    ({ body, mappings }) => body !== undefined || mappings.every(({ method }) => method === undefined),
    {
      error: 'A mapping uses a method, so the data model needs a body that defines it.',
      path: ['body'],
    },
  );
export type DataModelDefinition = z.output<typeof DataModelDefinition>;

export const dataModel = defineStoredKind<DataModelDefinition, DataModelItem>({
  title: 'data model',
  auditName: 'DATA_MODEL',
  itemKinds: ['datamodel'],
  group: 'dataModels',
  permissions: { read: 'RuleRead', modify: 'RuleModify' },
  importOrder: 1,
  isAloneInLogType: true,
  bodyKind: 'DATA_MODEL',
  definition: DataModelDefinition,
  bodyOf: ({ body }) => body,
  factsOf: (id, { displayName, logTypes }) => ({ ...noFacts, displayName: displayName || id, logTypes }),
  reachOf: reachOfNamed,
  fromItem({ id, displayName, model: { id: _id, enabled, ...model } }) {
    return { id, enabled, definition: { displayName, ...model } };
  },
  toItem: ({ id, enabled, definition: { displayName, ...model } }) => ({
    kind: 'datamodel',
    id,
    file: '',
    displayName: displayName || id,
    model: { id, enabled, ...model },
  }),
});
