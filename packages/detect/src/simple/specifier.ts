/** Stands for every element of a list: `[*]`. */
export const every = Symbol('[*]');

/** A key of a mapping, a place in a list (negative: from its end), or all its places. */
export type Step = string | number | typeof every;

/** A way to a value of an event, as people wrote it and as steps from the root. */
export interface Specifier {
  source: SpecifierSource;
  steps: readonly Step[];
}

export type SpecifierSource =
  | { Key: string }
  | { DeepKey: (string | number)[] }
  | { KeyPath: string }
  | { Enrichment: EnrichmentSource };

/** A field of the row that an enrichment table gave for the value of the selector field. */
export interface EnrichmentSource {
  Table: string;
  Selector: string;
  FieldPath: string;
}

export const specifierKeys = ['Key', 'DeepKey', 'KeyPath', 'Enrichment'] as const;
