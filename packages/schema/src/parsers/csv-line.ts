/**
 * The cells of one line (RFC 4180): a cell in double quotes may hold delimiters and doubled quotes. Quotes inside an
 * unquoted cell, and text after a closing quote, are taken as they are.
 */
export function splitCsvLine(line: string, delimiter: string): string[] {
  const text = line.endsWith('\n') ? line.slice(0, line.endsWith('\r\n') ? -2 : -1) : line;
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    cells.push(cell);
    if (end >= text.length) return cells;
    at = end + 1;
    // A delimiter at the very end leaves one more, empty, cell.
    if (at === text.length) return [...cells, ''];
  }
}

function plainCell(text: string, at: number, delimiter: string): [string, number] {
  const found = text.indexOf(delimiter, at);
  const end = found < 0 ? text.length : found;
  return [text.slice(at, end), end];
}

function quotedCell(text: string, start: number, delimiter: string): [string, number] {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return [cell + text.slice(at), text.length];
    cell += text.slice(at, quote);
    if (text[quote + 1] === '"') {
      cell += '"';
      at = quote + 2;
      continue;
    }
    const [rest, end] = plainCell(text, quote + 1, delimiter);
    return [cell + rest, end];
  }
}
