/** Something wrong in a schema text, with its place. Lines and columns count from 1. */
export interface SchemaProblem {
  /** `InvalidSyntax`: not YAML. `InvalidLogSchema`: YAML, but it breaks a rule of the schema language. */
  code: 'InvalidSyntax' | 'InvalidLogSchema';
  /** For instance `fields[2].type`; empty for the document as a whole. */
  path: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
  remedy: string;
}

/** One line for a person: place, what is wrong, what to do. */
export function textOfProblem(problem: SchemaProblem): string {
  const where = problem.path === '' ? '' : ` ${problem.path}:`;
  return `${problem.line}:${problem.column}:${where} ${problem.message} ${problem.remedy}`.trimEnd();
}

export type PathPart = string | number;

export function textOfPath(path: readonly PathPart[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}
