import { csvLine } from '@margay/kit';

/** RFC 4180: comma, CRLF, a header line. */
export function csvText(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map(csvLine).join('');
}

/** Hands rows to the browser as a file of its own name, which it gives. */
export function saveCsv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const name = `search-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.csv`;
  const type = 'text/csv;charset=utf-8';
  const url = URL.createObjectURL(new Blob([csvText(columns, rows)], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return name;
}
