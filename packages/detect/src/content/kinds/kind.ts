import type { UnitTest } from '@margay/model';
import type * as z from 'zod';
import type { AnyItem, ContentItem, ContentKind, ItemOf, RuleFacts } from '../item.ts';

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

/** An item as files: what the YAML holds, without `Filename`, and the Python that goes beside it. */
export interface WrittenItem {
  yaml: Record<string, unknown>;
  body?: string;
}

/** What the Python runtime runs of a detection, but for its version, whether it is enabled or not. */
export interface Runs {
  rule: RuleFacts;
  enabled: boolean;
  tests: UnitTest[];
  /** The item whose logic it runs beside its own settings: its version is part of what runs. */
  logicOf?: string;
}

/** One `AnalysisType`: how its YAML becomes a content item, and the item YAML again. */
export interface KindDefinition<Kind extends string = ContentKind, Yaml = unknown> {
  kind: Kind;
  analysisType: string;
  /** Tells this kind from another of the same `AnalysisType`: its YAML has this key, the other's has not. */
  marker?: string;
  /** Key that holds the id. */
  idKey: string;
  /** Where an export puts it. */
  folder: string;
  /** Keys nobody knows may be left out of account when the person who brings the file says so. */
  mayIgnoreExtraKeys?: boolean;
  yaml: z.ZodType<Yaml>;
  build(yaml: Yaml, context: KindContext): ItemOf<Kind> | KindFault;
  write(item: ItemOf<Kind>): WrittenItem;
  /** Its Python; undefined, or no such function, where it has none. */
  bodyOf?(item: ItemOf<Kind>): string | undefined;
  /** The id of the item whose logic it takes over. */
  baseOf?(item: ItemOf<Kind>): string;
  /**
   * What the Python runtime runs of it, or why it cannot. `find` knows the other items by id. A kind without it is no
   * detection, or one whose body is not Python.
   */
  runs?(item: ItemOf<Kind>, find: (id: string) => ContentItem | undefined): Runs | string;
}

export function defineKind<const Kind extends string, Yaml>(
  definition: { kind: Kind } & KindDefinition<NoInfer<Kind>, Yaml>,
): KindDefinition<Kind, Yaml> {
  return definition;
}

export const isFault = (result: AnyItem | KindFault): result is KindFault => 'remedy' in result;

export function missingBody(name: string, file: string): KindFault {
  return {
    field: 'Filename',
    message: `There is no file "${name}" beside ${file}.`,
    remedy: 'Add it, or fix the name.',
  };
}
