import { csvLine, valueAt } from '@margay/kit';
import type { LogicalRow } from '@margay/query';

export interface FileFigures {
  rowCount: number;
  byteCount: number;
}

const bufferBytes = 1024 ** 2;

/** The bytes of a file, and how far it is. */
export interface CsvText {
  bytes: AsyncIterable<Uint8Array>;
  figures: FileFigures;
  /** There were more rows than the file may hold. */
  isCut: boolean;
}

/**
 * Rows as the text of a file, as they come; no more than one batch and a megabyte of text are in memory. `onBatch` is
 * called after each batch and may throw to stop.
 */
export function csvText(
  columns: readonly string[],
  batches: AsyncIterable<LogicalRow[]>,
  options: { maxBytes: number; onBatch: (figures: FileFigures) => Promise<void> },
): CsvText {
  const figures = { rowCount: 0, byteCount: 0 };
  let text = csvLine(columns);
  function takeText(): Uint8Array {
    const bytes = new TextEncoder().encode(text);
    figures.byteCount += bytes.byteLength;
    text = '';
    return bytes;
  }
  async function* write() {
    for await (const rows of batches) {
      for (const row of rows) {
        text += csvLine(columns.map((column) => valueAt(row, column)));
        figures.rowCount += 1;
        if (text.length >= bufferBytes) yield takeText();
      }
      await options.onBatch(figures);
      if (figures.byteCount > options.maxBytes) {
        written.isCut = true;
        break;
      }
    }
    if (text !== '') yield takeText();
  }
  const written: CsvText = { bytes: write(), figures, isCut: false };
  return written;
}
