import * as z from 'zod';
import { distinctTexts, Name, Text } from './fields.ts';
import { defineKind } from './kind.ts';

const GlobalYaml = z.strictObject({
  AnalysisType: z.literal('global'),
  GlobalID: Name,
  Filename: Text,
  Description: Text.default(''),
  Tags: distinctTexts((tag) => tag.toLowerCase()).default([]),
  BaseVersion: z.number().int().optional(),
});

/** A Python module that rules import by its id. */
export const global = defineKind({
  analysisType: 'global',
  idKey: 'GlobalID',
  yaml: GlobalYaml,
  build(yaml, { file, sibling }) {
    const body = sibling(yaml.Filename);
    if (body === undefined) {
      return {
        field: 'Filename',
        message: `There is no file "${yaml.Filename}" beside ${file}.`,
        remedy: 'Add it, or mend the name.',
      };
    }
    return {
      kind: 'global',
      id: yaml.GlobalID,
      file,
      description: yaml.Description,
      tags: yaml.Tags,
      module: { id: yaml.GlobalID, body },
    };
  },
});
