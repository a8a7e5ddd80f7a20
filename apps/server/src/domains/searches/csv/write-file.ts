import { csvLine, valueAt } from '@margay/kit';
import type { LogicalRow } from '@margay/query';
import { open } from 'node:fs/promises';

export interface FileFigures {
  rowCount: number;
  byteCount: number;
}

const bufferBytes = 1024 ** 2;

/**
 * Writes rows to a file as they come; no more than one batch and a megabyte of text are in memory. `onBatch` is called
 * after each batch and may throw to stop. The file is on disk when it resolves.
 */
export async function writeCsvFile(
  path: string,
  columns: readonly string[],
  batches: AsyncIterable<LogicalRow[]>,
  options: { maxBytes: number; onBatch: (figures: FileFigures) => Promise<void> },
): Promise<FileFigures & { isCut: boolean }> {
  const file = await open(path, 'w', 0o600);
  const figures = { rowCount: 0, byteCount: 0 };
  let isCut = false;
  let text = csvLine(columns);
  const flush = async () => {
    if (text === '') return;
    const { bytesWritten } = await file.write(text);
    figures.byteCount += bytesWritten;
    text = '';
  };
  try {
    for await (const rows of batches) {
      for (const row of rows) {
        text += csvLine(columns.map((column) => valueAt(row, column)));
        figures.rowCount += 1;
        if (text.length >= bufferBytes) await flush();
      }
      await options.onBatch(figures);
      if (figures.byteCount > options.maxBytes) {
        isCut = true;
        break;
      }
    }
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return { ...figures, isCut };
}
