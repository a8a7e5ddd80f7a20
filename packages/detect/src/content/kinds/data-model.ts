import * as z from 'zod';
import { distinctTexts, Name, Text } from './fields.ts';
import { defineKind } from './kind.ts';

const Mapping = z
  .strictObject({ Name: Text, Path: Text.optional(), Method: Text.optional() })
  .refine((mapping) => (mapping.Path === undefined) !== (mapping.Method === undefined), {
    error: 'must have either Path or Method',
  });

const DataModelYaml = z.strictObject({
  AnalysisType: z.literal('datamodel'),
  DataModelID: Name,
  DisplayName: Name.optional(),
  Enabled: z.boolean({ error: 'must be true or false' }),
  LogTypes: distinctTexts(),
  Mappings: z.array(Mapping, { error: 'must be a list' }),
  Filename: Text.optional(),
  BaseVersion: z.number().int().optional(),
});

/** Names for the same thing over several log types: what `event.udm()` reads. */
export const dataModel = defineKind({
  kind: 'datamodel',
  analysisType: 'datamodel',
  idKey: 'DataModelID',
  folder: 'data_models',
  yaml: DataModelYaml,
  build(yaml, { file, sibling }) {
    const needsBody = yaml.Mappings.some((mapping) => mapping.Method !== undefined);
    const body = yaml.Filename === undefined ? undefined : sibling(yaml.Filename);
    if (needsBody && body === undefined) {
      return {
        field: 'Filename',
        message: 'A mapping uses a Method, but the Python file is not there.',
        remedy: 'Name the file under Filename and put it beside the YAML.',
      };
    }
    return {
      kind: 'datamodel',
      id: yaml.DataModelID,
      file,
      displayName: yaml.DisplayName ?? yaml.DataModelID,
      model: {
        id: yaml.DataModelID,
        enabled: yaml.Enabled,
        logTypes: yaml.LogTypes,
        ...(body === undefined ? {} : { body }),
        mappings: yaml.Mappings.map((mapping) => ({
          name: mapping.Name,
          ...(mapping.Path === undefined ? {} : { path: mapping.Path }),
          ...(mapping.Method === undefined ? {} : { method: mapping.Method }),
        })),
      },
    };
  },
  write: ({ id, displayName, model }) => ({
    yaml: {
      AnalysisType: 'datamodel',
      DataModelID: id,
      ...(displayName === id ? {} : { DisplayName: displayName }),
      Enabled: model.enabled,
      LogTypes: model.logTypes,
      Mappings: model.mappings.map(({ name, path, method }) => ({
        Name: name,
        ...(path === undefined ? {} : { Path: path }),
        ...(method === undefined ? {} : { Method: method }),
      })),
    },
    ...(model.body === undefined ? {} : { body: model.body }),
  }),
  bodyOf: ({ model }) => model.body,
});
