import { compileSchema } from '@margay/normalize';
import {
  checkSchema,
  readSchema,
  withDiscoveredFields,
  type DiscoveredField,
  type ReadSchemaOptions,
} from '@margay/schema';
import { parseDocument, stringify } from 'yaml';
import { defineTextTask } from '../../typed-text/define-task.ts';

/** A log schema; its parser as YAML text beside it, which JSON does not need. `isNew`: it is about to be saved. */
export const schemaTask = defineTextTask({
  module: import.meta.url,
  name: 'schemaTask',
  run({ spec, isNew, ...options }: { spec: string; isNew?: boolean } & ReadSchemaOptions) {
    const { schema, problems } = (isNew ? checkSchema : readSchema)(spec, options);
    if (schema === undefined) return { problems };
    // Says now, at its place, what would otherwise stop the processing of every batch.
    compileSchema(schema);
    const section: unknown = parseDocument(spec).get('parser');
    const isPlain = schema.parser.kind === 'native' || section === undefined;
    return { schema, problems, parserText: isPlain ? undefined : stringify(section) };
  },
});

/** The schema's text with the fields that were found; undefined where it names them all. */
export const discoveredTask = defineTextTask({
  module: import.meta.url,
  name: 'discoveredTask',
  run({ spec, found }: { spec: string; found: readonly DiscoveredField[] }) {
    const enlarged = withDiscoveredFields(spec, found);
    return enlarged === withDiscoveredFields(spec, []) ? undefined : enlarged;
  },
});
