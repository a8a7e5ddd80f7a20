const simpleEscapes: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};
const opening = /(?:r|b|rb|br)?(?:"""|'''|"|')/y;
const hexLengths: Record<string, number> = { x: 2, u: 4, U: 8 };

/** The text literal at a position: its value and where it ends; undefined where none begins. */
export function readText(
  source: string,
  at: number,
  report: (at: number, message: string) => void,
): { value: string; end: number } | undefined {
  opening.lastIndex = at;
  const begin = opening.exec(source)?.[0];
  if (begin === undefined) return undefined;
  const quote = begin.endsWith('"""') || begin.endsWith("'''") ? begin.slice(-3) : begin.slice(-1);
  const prefix = begin.slice(0, begin.length - quote.length);
  if (prefix.includes('b')) report(at, 'Bytes are not supported; use a text.');
  const isRaw = prefix.includes('r');
  let value = '';
  let from = at + begin.length;
  let i = from;
  for (; i < source.length; i++) {
    const char = source[i]!;
    if (char === '\\') {
      if (isRaw) {
        i++;
        continue;
      }
      value += source.slice(from, i);
      const escape = readEscape(source, i);
      if (escape.fault !== undefined) report(i, escape.fault);
      value += escape.value;
      i = escape.end - 1;
      from = escape.end;
    } else if (char === '\n' && quote.length === 1) break;
    else if (source.startsWith(quote, i))
      return { value: value + source.slice(from, i), end: i + quote.length };
  }
  report(at, 'This text has no closing quote.');
  const end = Math.min(i, source.length);
  return { value: value + source.slice(from, end), end };
}

function readEscape(source: string, at: number): { value: string; end: number; fault?: string } {
  const char = source[at + 1] ?? '';
  const simple = Object.hasOwn(simpleEscapes, char) ? simpleEscapes[char] : undefined;
  if (simple !== undefined) return { value: simple, end: at + 2 };
  let digits = '';
  let code: number;
  let end: number;
  if (char >= '0' && char <= '7' && char !== '') {
    for (end = at + 1; end < at + 4 && source[end]! >= '0' && source[end]! <= '7'; end++)
      digits += source[end];
    code = Number.parseInt(digits, 8);
  } else {
    const length = Object.hasOwn(hexLengths, char) ? hexLengths[char]! : 0;
    if (length === 0) return { value: char, end: at + 2, fault: `The escape "\\${char}" does not exist.` };
    digits = source.slice(at + 2, at + 2 + length);
    end = at + 2 + length;
    if (digits.length < length || !/^[0-9a-fA-F]*$/.test(digits))
      return { value: '', end: at + 2, fault: `The escape "\\${char}" needs ${length} hexadecimal digits.` };
    code = Number.parseInt(digits, 16);
  }
  if (char !== 'u' && char !== 'U' && code > 127)
    return { value: '', end, fault: 'Write characters beyond ASCII as they are, or with \\u.' };
  if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff))
    return { value: '', end, fault: 'There is no such character.' };
  return { value: String.fromCodePoint(code), end };
}
