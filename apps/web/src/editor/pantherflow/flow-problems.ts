import type { CompileOptions, SearchRequest } from '@margay/query';
import type { Catalog } from '@margay/model';
import type { EditorProblem } from '../code-editor-props.ts';
import { queryProblem } from '../query-problem.ts';
import type { FlowEngine } from './flow-functions.ts';

/** Where the rows of a text come from that starts with a pipe. */
export interface FormScope {
  databases: readonly string[];
  tables: readonly string[];
}

/** What is wrong with a text, in text order. Times a form adds are not looked at. */
export function flowProblems(
  engine: FlowEngine,
  text: string,
  catalog: Catalog,
  { databases, tables }: FormScope,
): EditorProblem[] {
  if (text.trim() === '') return [];
  const options: CompileOptions = { now: new Date() };
  const form: SearchRequest = {
    databases: [...databases],
    tables: [...tables],
    filters: '',
    relativeTime: 'PT20M',
    limit: 1,
    sortDir: 'descending',
  };
  const source = () => engine.compileSimpleSearch(form, catalog, options).relation;
  return engine.compilePantherFlow(text, catalog, { ...options, source }).diagnostics.map(queryProblem);
}
