import type { CopiedFile, Tree } from '../copy-files.ts';

export interface CopyOrder {
  from: string;
  to: string;
  tree: Tree;
}

export type FromCopier =
  | { kind: 'progress'; doneBytes: number }
  | { kind: 'done'; copied: CopiedFile[] }
  | { kind: 'failed'; code: string; path: string; message: string };
