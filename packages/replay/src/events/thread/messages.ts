import type { TableLayout } from '@margay/lake';
import type { RebuiltPage, StoredRows } from '../rebuild-page.ts';

export type ToRebuilder =
  | { kind: 'raw'; id: number; stored: StoredRows }
  | { kind: 'columns'; id: number; stored: StoredRows; layout: TableLayout };

export type FromRebuilder =
  | { kind: 'rebuilt'; id: number; page: RebuiltPage }
  | { kind: 'failed'; id: number; error: string };
