import * as z from 'zod';
import { Name, Tags, Text } from './fields.ts';
import { defineKind, missingBody } from './kind.ts';

const GlobalYaml = z.strictObject({
  AnalysisType: z.literal('global'),
  GlobalID: Name,
  Filename: Text,
  Description: Text.default(''),
  Tags: Tags.default([]),
  BaseVersion: z.number().int().optional(),
});

/** A Python module that rules import by its id. */
export const global = defineKind({
  kind: 'global',
  analysisType: 'global',
  idKey: 'GlobalID',
  folder: 'global_helpers',
  yaml: GlobalYaml,
  build(yaml, { file, sibling }) {
    const body = sibling(yaml.Filename);
    if (body === undefined) return missingBody(yaml.Filename, file);
    return {
      kind: 'global',
      id: yaml.GlobalID,
      file,
      description: yaml.Description,
      tags: yaml.Tags,
      module: { id: yaml.GlobalID, body },
    };
  },
  write: (item) => ({
    yaml: {
      AnalysisType: 'global',
      GlobalID: item.id,
      ...(item.description === '' ? {} : { Description: item.description }),
      ...(item.tags.length === 0 ? {} : { Tags: item.tags }),
    },
    body: item.module.body,
  }),
  bodyOf: ({ module }) => module.body,
});
