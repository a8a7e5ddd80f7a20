/** What the lake's definitions and the statements on its tables must write alike, or the engine finds no key and no index. */

/** The hour of a time. Unlike `toStartOfHour` it is right before 1970 and behind 2106 too. */
export const hourOf = (time: string): string => `dateTrunc('hour', ${time})`;

/**
 * Ids that are new with every event would be most of the index over the words of the lines: their pieces, for instance those of
 * a UUID, are left out of it and found in another way. A piece is told by its form alone, so that each word is in exactly
 * one of the two: 4, 8 or 12 hexadecimal digits in which a letter follows a figure. Names end in figures (`dc01`, `fe80`).
 */
export const isIdPiece = (word: string): boolean => pieceForm.test(word);

/** The second index knows these; there are too few different pieces of four. */
export const isLongPiece = (word: string): boolean => isIdPiece(word) && word.length >= shortestLong;

const pieceLengths = [4, 8, 12];
const shortestLong = 8;
/** `[0-9a-f]*[0-9][a-f][0-9a-f]*` of one of the lengths. */
const piece = pieceLengths
  .flatMap((length) =>
    Array.from({ length: length - 1 }, (_, at) => `${hex(at)}[0-9][a-f]${hex(length - 2 - at)}`),
  )
  .join('|');
const pieceForm = new RegExp(`^(?:${piece})$`);

function hex(count: number): string {
  return count === 0 ? '' : `[0-9a-f]{${count}}`;
}

/**
 * The line, in small letters, without pieces of ids: what the index over the words of a line knows. `\b` takes a byte above
 * 127 for a border where the index takes it for part of a word, so a line that has one keeps its pieces.
 */
export const wordsOfLine = (line: string): string =>
  `if(isValidASCII(${line}), replaceRegexpAll(lower(${line}), '\\\\b(?:${piece})\\\\b', ' '), lower(${line}))`;

/** What the index over ids knows: every long piece, and some runs of digits besides. */
export const idsOfLine = (line: string): string => `extractAll(lower(${line}), '[0-9a-f]{${shortestLong},}')`;
