import * as z from 'zod';
import { queryKeys, type QueryFacts } from '../item.ts';
import { Name, Tags, Text, TrueOrFalse, WholeNumber } from './fields.ts';
import type { KindFault } from './kind.ts';

/** Keys of saved and scheduled queries. */
export const queryYamlKeys = {
  QueryName: Name,
  Query: Text.optional(),
  SnowflakeQuery: Text.optional(),
  AthenaQuery: Text.optional(),
  DatabricksQuery: Text.optional(),
  Description: Text.default(''),
  Tags: Tags.default([]),
  Lookback: TrueOrFalse.optional(),
  LookbackWindowSeconds: WholeNumber.min(0, { error: 'must not be negative' }).optional(),
  BaseVersion: z.number().int().optional(),
};
type QueryYaml = z.output<z.ZodObject<typeof queryYamlKeys>>;

/** What saved and scheduled queries have in common, or what they lack. */
export function queryOf(yaml: QueryYaml, file: string): QueryFacts | KindFault {
  const found = queryKeys.filter((key) => yaml[key] !== undefined);
  const [key] = found;
  if (key === undefined || found.length > 1) {
    return {
      field: found[1] ?? 'QueryName',
      message: key === undefined ? 'The query has no text.' : `The query has ${found.length} texts.`,
      remedy: `Keep exactly one of ${queryKeys.join(', ')}.`,
    };
  }
  return {
    id: yaml.QueryName,
    file,
    description: yaml.Description,
    tags: yaml.Tags,
    key,
    text: yaml[key] ?? '',
    ...(yaml.Lookback === undefined ? {} : { lookback: yaml.Lookback }),
    ...(yaml.LookbackWindowSeconds === undefined
      ? {}
      : { lookbackWindowSeconds: yaml.LookbackWindowSeconds }),
  };
}

export function writeQuery(item: QueryFacts): Record<string, unknown> {
  return {
    QueryName: item.id,
    ...(item.description === '' ? {} : { Description: item.description }),
    [item.key]: item.text,
    ...(item.tags.length === 0 ? {} : { Tags: item.tags }),
    ...(item.lookback === undefined ? {} : { Lookback: item.lookback }),
    ...(item.lookbackWindowSeconds === undefined
      ? {}
      : { LookbackWindowSeconds: item.lookbackWindowSeconds }),
  };
}
