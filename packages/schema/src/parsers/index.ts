import type { ParserSpec } from '../log-schema.ts';
import { csvParser } from './csv.ts';
import { fastmatchParser } from './fastmatch.ts';
import { nativeParser } from './native.ts';
import { regexParser } from './regex.ts';
import { scriptParser } from './script.ts';
import type { EntryParser } from './text-parser.ts';

/** Every parser of the schema language, by its key in the YAML. */
export const parsers = {
  csv: csvParser,
  fastmatch: fastmatchParser,
  native: nativeParser,
  regex: regexParser,
  script: scriptParser,
};

export type ParserKind = keyof typeof parsers;

/** Compiles the parser of a schema, which reasons of failures may name; each call of the result starts a stream. */
export function compileParser(spec: ParserSpec, logType?: string): () => EntryParser {
  switch (spec.kind) {
    case 'csv':
      return csvParser.compile(spec);
    case 'fastmatch':
      return fastmatchParser.compile(spec);
    case 'native':
      return nativeParser.compile(spec);
    case 'regex':
      return regexParser.compile(spec);
    case 'script':
      return scriptParser.compile(spec, logType);
  }
}
