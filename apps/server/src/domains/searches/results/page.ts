import type { FieldType } from '@margay/model';

export interface ResultRow {
  id: string;
  node: Record<string, unknown>;
}

/** What one run of one part of a search gave. */
export interface ResultPage {
  /** Names of the columns in the order to show them. */
  order: string[];
  /** Type of each column, and facts about the page as a whole (`bucketSeconds` …). */
  types: Record<string, unknown>;
  rows: ResultRow[];
  endCursor: string | null;
  /** Rows that match for the timeline, else rows on this page. */
  rowCount: number;
}

/** A field type as one word, such as `string`, `bigint` or `array<string>`. */
export function typeName(type: FieldType): string {
  return type.kind === 'array' ? `array<${typeName(type.element)}>` : type.kind;
}
