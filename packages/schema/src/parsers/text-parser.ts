import type { ParserSpec } from '../log-schema.ts';
import type { Reader, Spot } from '../read/reader.ts';

/** What a parser made of one entry: an object, nothing on purpose (a header, a comment), or the reason it does not match. */
export type ParseResult =
  | { kind: 'parsed'; value: Record<string, unknown> }
  | { kind: 'skipped' }
  | { kind: 'failed'; reason: string };

export const skipped: ParseResult = { kind: 'skipped' };

export function failed(reason: string): ParseResult {
  return { kind: 'failed', reason };
}

/** Parses the entries of one stream in their order. May keep state such as the header line. */
export type EntryParser = (text: string) => ParseResult;

/** One parser of the schema language: how its YAML is checked and how its entries are read. */
export interface ParserDefinition<Spec extends ParserSpec> {
  kind: Spec['kind'];
  /** Reads the YAML below `parser.<kind>`; undefined when a problem was reported. */
  read(reader: Reader, spot: Spot): Spec | undefined;
  /** Compiles once; the function returned starts a stream. Reasons of failures may name `logType`. Throws MargayError when the parser cannot run. */
  compile(spec: Spec, logType?: string): () => EntryParser;
}
