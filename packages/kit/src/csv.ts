/** How a value is written in a table, in CSV and on the clipboard. Nothing is empty text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** First characters that make a spreadsheet take a text for a formula. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** One cell. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvCell(value: unknown): string {
  const text = valueText(value);
  const isNumber = typeof value === 'number' || plainNumber.test(text);
  const safe = !isNumber && formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of CSV (RFC 4180: comma, CRLF). */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Value of a column of a row; a path such as `userIdentity.arn` reaches inside. */
export function valueAt(row: Record<string, unknown>, path: string): unknown {
  if (path in row) return row[path];
  let value: unknown = row;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step]; // an object, seen above
  }
  return value;
}
