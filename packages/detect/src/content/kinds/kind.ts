import type * as z from 'zod';
import type { ContentItem } from '../item.ts';

/** What a kind's YAML lacks or holds wrongly, found after its fields were read. */
export interface KindFault {
  field: string;
  message: string;
  remedy: string;
}

export interface KindContext {
  file: string;
  /** Text of a file beside the YAML, or undefined when it is not there. */
  sibling(name: string): string | undefined;
}

/** One `AnalysisType`: how its YAML becomes a content item. */
export interface KindDefinition<Yaml = unknown> {
  analysisType: string;
  /** Key that holds the id. */
  idKey: string;
  yaml: z.ZodType<Yaml>;
  build(yaml: Yaml, context: KindContext): ContentItem | KindFault;
}

export function defineKind<Yaml>(definition: KindDefinition<Yaml>): KindDefinition<Yaml> {
  return definition;
}

export const isFault = (result: ContentItem | KindFault): result is KindFault => 'remedy' in result;
