import { readContent, type ContentFile, type ContentReading, type ReadOptions } from '@margay/detect/content';
import { MargayError } from '@margay/kit';
import { compileSchema } from '@margay/normalize';
import {
  checkSchema,
  readSchema,
  withDiscoveredFields,
  type DiscoveredField,
  type ReadSchemaOptions,
} from '@margay/schema';
import { parseDocument, stringify } from 'yaml';
import {
  convertedDetection,
  drawnLogic,
  type ConversionInput,
  type LogicFields,
} from '../domains/detections/builder-view.ts';
import { readTableUpload, type TableUpload } from '../domains/lookup-tables/read-upload.ts';
import { kindNamed, storedItemOf, type ContentKind } from '../domains/detections/kinds/index.ts';

/** All reading of typed text that people wait for. It runs in a thread of its own, so what it takes and gives is data. */
export const textTasks = {
  /** A log schema; its parser as YAML text beside it, which JSON does not need. `isNew`: it is about to be saved. */
  schema({ spec, isNew, ...options }: { spec: string; isNew?: boolean } & ReadSchemaOptions) {
    const { schema, problems } = (isNew ? checkSchema : readSchema)(spec, options);
    if (schema === undefined) return { problems };
    // Says now, at its place, what would otherwise stop the processing of every batch.
    compileSchema(schema);
    const section: unknown = parseDocument(spec).get('parser');
    const isPlain = schema.parser.kind === 'native' || section === undefined;
    return { schema, problems, parserText: isPlain ? undefined : stringify(section) };
  },

  /** The schema's text with the fields that were found; undefined where it names them all. */
  discovered({ spec, found }: { spec: string; found: readonly DiscoveredField[] }) {
    const enlarged = withDiscoveredFields(spec, found);
    return enlarged === withDiscoveredFields(spec, []) ? undefined : enlarged;
  },

  /** What is wrong with a definition, in the order of its fields. */
  definition({ kind, definition }: { kind: ContentKind; definition: unknown }) {
    const parsed = kindNamed(kind).definition.safeParse(definition);
    return (parsed.error?.issues ?? [])
      .slice(0, 1)
      .map(({ path, message }) => ({ field: path.join('.'), message }));
  },

  /** An uploaded lookup table as the bytes it rests in. */
  lookupTable: (upload: TableUpload) => readTableUpload(upload),

  conversion: (input: ConversionInput) => convertedDetection(input),

  /** A stored detection as the console draws it. */
  drawing: (fields: LogicFields) => drawnLogic(fields),

  /** Files of detection content. An item that its own kind would not read again is a problem of its file. */
  content({ files, options }: { files: readonly ContentFile[]; options: ReadOptions }): ContentReading {
    const reading = readContent(files, options);
    const items = reading.items.filter((item) => {
      const { kind, definition } = storedItemOf(item);
      const [issue] = textTasks.definition({ kind, definition });
      if (issue === undefined) return true;
      reading.problems.push({
        file: item.file,
        id: item.id,
        field: issue.field,
        line: 1,
        column: 1,
        message: `The ${kindNamed(kind).title} cannot be stored: ${issue.message}`,
        remedy: 'Mend it and try again.',
      });
      return false;
    });
    return { ...reading, items };
  },
};

export type TextTasks = typeof textTasks;

/** What comes back from the thread, where errors of ours would lose what they know. */
export type TaskOutcome =
  | { value: unknown }
  | { refusal: Pick<MargayError, 'kind' | 'message' | 'code' | 'status' | 'details'> };
