import {
  type BuilderGroup,
  builderFiltersOf,
  filtersOf,
  type NotRepresentable,
  readInlineFilters,
} from '@margay/detect/simple';
import type { EditorProblem } from '../../../editor/code-editor-props.ts';
import {
  parseYaml,
  printYaml,
  problemOf,
  syntaxErrorText,
  syntaxProblems,
  valueOfYaml,
} from './yaml-document.ts';

export interface ReadFilters {
  /** Undefined where the text is no list. */
  filters: readonly unknown[] | undefined;
  problems: EditorProblem[];
}

/** Inline filters of a text: a list, bare or under `InlineFilters`. No text: no filters. */
export function readFiltersText(text: string): ReadFilters {
  const parsed = parseYaml(text);
  const syntax = syntaxProblems(parsed);
  if (syntax.length > 0) return { filters: undefined, problems: syntax };
  const value = valueOfYaml(parsed);
  const isKeyed =
    typeof value === 'object' && value !== null && Object.keys(value).join() === 'InlineFilters';
  const list: unknown = isKeyed ? (value as Record<string, unknown>)['InlineFilters'] : value;
  if (list === null || list === undefined) return { filters: [], problems: [] };
  if (!Array.isArray(list)) {
    const message = `${syntaxErrorText} InlineFilters must be a list.`;
    return {
      filters: undefined,
      problems: [{ line: 1, column: 1, endLine: 1, endColumn: 2, severity: 'error', message }],
    };
  }
  const { faults = [] } = readInlineFilters(list);
  // Paths of faults begin with the key, which a bare list has not.
  return {
    filters: list,
    problems: faults.map((fault) => problemOf(parsed, fault, isKeyed ? [] : ['InlineFilters'])),
  };
}

export type FiltersView =
  | { model: BuilderGroup; reason?: undefined }
  | { model?: undefined; reason: NotRepresentable };

export function filtersViewOf(text: string, kind = 'rules'): FiltersView {
  const { filters } = readFiltersText(text);
  if (filters === undefined) return { reason: { kind: 'syntax', message: syntaxErrorText } };
  return builderFiltersOf(filters, kind);
}

/** The text of the filters a group stands for; none: no text. */
export function textOfFilters(root: BuilderGroup): string {
  return root.nodes.length === 0 ? '' : printYaml(filtersOf(root));
}
