export interface QuotedText {
  value: string;
  /** Offset behind the closing quote, or behind what there is of the text. */
  end: number;
  fault?: { code: string; message: string; suggestion?: string; start: number; end: number };
}

const simpleEscapes: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '\\': '\\',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads a text literal whose opening quote is at `start`. Of several faults it tells the first. */
export function readQuotedText(source: string, start: number): QuotedText {
  const quote = source[start]!;
  const literal: QuotedText = { value: '', end: start + 1 };
  while (literal.end < source.length) {
    const character = source[literal.end]!;
    if (character === quote) {
      literal.end++;
      return literal;
    }
    if (character === '\n' || character === '\r') break;
    if (character === '\\') readEscape(source, literal);
    else readPlain(source, literal);
  }
  const suggestion = `Add a closing ${quote} on the same line.`;
  const fault = { code: 'lex.unterminated_string', message: 'This text is not closed.', suggestion };
  // Whatever else is wrong with the text comes later than its opening quote.
  literal.fault = { ...fault, start, end: literal.end };
  return literal;
}

function readPlain(source: string, literal: QuotedText): void {
  const character = String.fromCodePoint(source.codePointAt(literal.end)!);
  const end = literal.end + character.length;
  if (character.isWellFormed()) literal.value += character;
  else {
    const message = 'Half of a character stands here alone.';
    literal.fault ??= { code: 'lex.invalid_character', message, start: literal.end, end };
  }
  literal.end = end;
}

const byteEscapes = /(?:\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2})+/y;
const codeEscape = /\\u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?/y;

function readEscape(source: string, literal: QuotedText): void {
  const at = literal.end;
  const simple = simpleEscapes[source[at + 1] ?? ''];
  if (simple !== undefined) {
    literal.value += simple;
    literal.end += 2;
    return;
  }
  byteEscapes.lastIndex = at;
  const bytes = byteEscapes.exec(source)?.[0];
  if (bytes) {
    readBytes(bytes, literal);
    return;
  }
  codeEscape.lastIndex = at;
  const code = codeEscape.exec(source);
  if (code) readCode(code[1]!, code[2], literal);
  else invalidEscape(source, literal);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Several bytes in a row form UTF-8. */
function readBytes(escapes: string, literal: QuotedText): void {
  const start = literal.end;
  literal.end += escapes.length;
  const bytes = escapes
    .split('\\')
    .slice(1)
    .map((part) => (part[0] === 'x' ? Number.parseInt(part.slice(1), 16) : Number.parseInt(part, 8)));
  try {
    literal.value += decoder.decode(new Uint8Array(bytes));
  } catch {
    const message = 'These bytes are not valid UTF-8.';
    const suggestion = String.raw`Write the character itself, or its code as \u and four hexadecimal digits.`;
    literal.fault ??= { code: 'lex.invalid_escape', message, suggestion, start, end: literal.end };
  }
}

/** A second code is there for characters beyond the first 65,536, as in JSON. */
function readCode(first: string, second: string | undefined, literal: QuotedText): void {
  const start = literal.end;
  const high = String.fromCharCode(Number.parseInt(first, 16));
  const pair = second === undefined ? high : high + String.fromCharCode(Number.parseInt(second, 16));
  const isPair = second !== undefined && pair.isWellFormed();
  literal.end += isPair ? 12 : 6;
  if (isPair || high.isWellFormed()) {
    literal.value += isPair ? pair : high;
    return;
  }
  const message = 'This code is half of a character.';
  literal.fault ??= { code: 'lex.invalid_escape', message, start, end: literal.end };
}

function invalidEscape(source: string, literal: QuotedText): void {
  const start = literal.end;
  const letter = source[start + 1];
  literal.end++;
  const shape =
    escapeShapes[letter ?? ''] ?? (letter && /[0-7]/.test(letter) ? escapeShapes['0'] : undefined);
  const isBackslash = letter !== undefined && !/[\n\r]/.test(letter);
  const suggestion = shape ?? (isBackslash ? String.raw`Write a backslash as \\.` : undefined);
  const message = shape
    ? 'This escape is incomplete.'
    : 'This is not an escape; a backslash itself is written twice.';
  literal.fault ??= {
    code: 'lex.invalid_escape',
    message,
    suggestion,
    start,
    end: literal.end + (isBackslash ? 1 : 0),
  };
}

const escapeShapes: Readonly<Record<string, string>> = {
  x: String.raw`\x takes two hexadecimal digits.`,
  u: String.raw`\u takes four hexadecimal digits.`,
  0: String.raw`A byte takes three octal digits, \377 at most.`,
};
