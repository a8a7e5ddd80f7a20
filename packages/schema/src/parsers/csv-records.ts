/** Where a line of CSV leaves its reader: between records, inside a cell in quotes, or at what RFC 4180 does not allow. */
export type CsvState = 'closed' | 'open' | 'malformed';

/** Characters a record of several lines may have. A quote that nobody closes holds up no more than this. */
const longestRecord = 1024 * 1024;

/**
 * Follows the quotes of one line. `isInside`: the line before ended inside a cell in quotes. A quote within a plain cell is
 * text, as `splitCsvLine` takes it.
 */
export function csvStateAfter(line: string, delimiter: string, isInside: boolean): CsvState {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  let isMalformed = false;
  let at = 0;
  let isQuoted = isInside;
  for (;;) {
    if (isQuoted || line[at] === '"') {
      const closing = closingQuote(line, isQuoted ? at : at + 1);
      if (closing < 0) return isMalformed ? 'malformed' : 'open';
      at = closing + 1;
      isQuoted = false;
      if (at >= end) return isMalformed ? 'malformed' : 'closed';
      if (line[at] !== delimiter) isMalformed = true;
    }
    const next = line.indexOf(delimiter, at);
    if (next < 0) return isMalformed ? 'malformed' : 'closed';
    at = next + 1;
  }
}

/** The quote that ends a cell; doubled quotes belong to it. */
function closingQuote(line: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = line.indexOf('"', at);
    if (at < 0 || line[at + 1] !== '"') return at;
  }
}

/** Puts the lines of a CSV stream together to records: a cell in quotes may hold line breaks (RFC 4180). */
export interface CsvJoiner {
  /** Takes a line without its line feed; a carriage return at its end is kept. */
  take(line: string): void;
  /** Gives out what is still open, line by line. Also where the stream is broken off. */
  end(): void;
}

/**
 * Lines are joined only where every quote is as RFC 4180 writes it. A quote that is not closed within a record's length,
 * or before the end, or is followed by text, was no opening quote: then each line is a record of its own, so that no row
 * is swallowed, and the parser tells which line is wrong. Each line is looked at twice at most.
 */
export function createCsvJoiner(delimiter: string, emit: (record: string) => void): CsvJoiner {
  let open: string[] = [];
  let openLength = 0;

  function giveUp(): void {
    const lines = open;
    open = [];
    openLength = 0;
    for (const line of lines) emit(line);
  }

  function hold(line: string): void {
    open.push(line);
    openLength += line.length + 1;
    if (openLength > longestRecord) giveUp();
  }

  return {
    take(line) {
      if (open.length > 0) {
        const state = line.includes('"') ? csvStateAfter(line, delimiter, true) : 'open';
        if (state === 'open') return hold(line);
        if (state === 'closed') {
          const record = `${open.join('\n')}\n${line}`;
          open = [];
          openLength = 0;
          return emit(record);
        }
        giveUp();
      }
      const isOpen = line.includes('"') && csvStateAfter(line, delimiter, false) === 'open';
      if (isOpen) hold(line);
      else emit(line);
    },
    end: giveUp,
  };
}
