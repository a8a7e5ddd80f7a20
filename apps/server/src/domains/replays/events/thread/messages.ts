import type { TableLayout } from '@margay/lake';
import type { RebuiltPage } from '../rebuild-page.ts';

export type ToRebuilder =
  | { kind: 'raw'; id: number; ndjson: Uint8Array<ArrayBuffer> }
  | { kind: 'columns'; id: number; ndjson: Uint8Array<ArrayBuffer>; layout: TableLayout };

export type FromRebuilder =
  | { kind: 'rebuilt'; id: number; page: RebuiltPage }
  | { kind: 'failed'; id: number; error: string };
