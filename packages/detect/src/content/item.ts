import type { DataModel, PythonModule, PythonRule, UnitTest } from '@margay/model';

/** One piece of detection content as people write it: a YAML file, with a Python file beside it where needed. */
export type ContentItem =
  | {
      kind: 'rule';
      id: string;
      file: string;
      enabled: boolean;
      rule: Omit<PythonRule, 'versionId'>;
      tests: UnitTest[];
      createdBy: string;
    }
  | {
      kind: 'global';
      id: string;
      file: string;
      module: Omit<PythonModule, 'versionId'>;
      description: string;
      tags: string[];
    }
  | { kind: 'datamodel'; id: string; file: string; displayName: string; model: Omit<DataModel, 'versionId'> };

export type ContentKind = ContentItem['kind'];

/** Something wrong with one file. Lines and columns count from 1; 0 when the file as a whole is meant. */
export interface ContentProblem {
  file: string;
  /** Id of the item when it could be read. */
  id: string;
  /** For instance `Tests[2].Log`. */
  field: string;
  line: number;
  column: number;
  message: string;
  remedy: string;
}

export function textOfContentProblem(problem: ContentProblem): string {
  const place = problem.line > 0 ? `${problem.file}:${problem.line}:${problem.column}` : problem.file;
  const field = problem.field === '' ? '' : ` ${problem.field}:`;
  return `${place}${field} ${problem.message} ${problem.remedy}`.trimEnd();
}

/** A file that is an analysis item of a kind this version does not run. */
export interface SkippedItem {
  file: string;
  id: string;
  kind: string;
  reason: string;
}

export interface ContentReading {
  items: ContentItem[];
  problems: ContentProblem[];
  skipped: SkippedItem[];
}
