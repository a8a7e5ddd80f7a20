import { readSchema } from '../read/read-schema.ts';
import { compileParser } from './index.ts';

const field = 'fields: [{ name: a, type: string }]\n';

/** Faults of a schema with the given parser, message and remedy together. */
export function faultsOf(parserYaml: string): string[] {
  const { problems } = readSchema(`${field}parser:\n    ${parserYaml}`, {
    owner: 'user',
    name: 'Custom.Test',
  });
  return problems.map((problem) => `${problem.message} ${problem.remedy}`);
}

/** Results of the given parser for the lines of one stream. */
export function parseLines(parserYaml: string, lines: readonly string[]): unknown[] {
  const { schema, problems } = readSchema(`${field}parser:\n    ${parserYaml}`, {
    owner: 'user',
    name: 'Custom.Test',
  });
  if (schema === undefined) throw new Error(problems.map((problem) => problem.message).join('\n'));
  const parse = compileParser(schema.parser)();
  return lines.map((line) => {
    const result = parse(line);
    if (result.kind === 'parsed') return { ...result.value };
    return result.kind === 'failed' ? `failed: ${result.reason}` : 'skipped';
  });
}
