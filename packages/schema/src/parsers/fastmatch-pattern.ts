export type FastMatch = (text: string, put: (name: string, value: string) => void) => boolean;

interface Capture {
  /** Empty: captures nothing. */
  name: string;
  /** Literal text behind the capture; undefined for a last placeholder, which takes the rest. */
  delimiter: string | undefined;
  /** The quote character around the capture, if the pattern has one on both sides. */
  quote: string | undefined;
}

/** Compiles one pattern to a function of one pass over the text, or says why it cannot be used. */
export function compileFastmatch(pattern: string): { match: FastMatch } | { fault: string } {
  const parts = pattern.replace(/\r?\n$/, '').split(/%\{\s*([^}]*?)\s*\}/);
  const prefix = parts[0]!;
  const captures: Capture[] = [];
  const names = new Set<string>();
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index]!;
    const before = parts[index - 1]!;
    const after = parts[index + 1]!;
    const isLast = index + 2 >= parts.length;
    if (after === '' && !isLast) {
      return {
        fault: `The placeholders "%{${name}}" and "%{${parts[index + 2]!}}" touch: there must be text between them.`,
      };
    }
    if (name !== '' && names.has(name)) return { fault: `The placeholder "%{${name}}" appears twice.` };
    names.add(name);
    const quote = before.at(-1);
    const isQuoted = (quote === '"' || quote === "'") && after.startsWith(quote);
    captures.push({
      name,
      delimiter: after === '' ? undefined : after,
      quote: isQuoted ? quote : undefined,
    });
  }
  return { match: (text, put) => matchCaptures(prefix, captures, text, put) };
}

function matchCaptures(
  prefix: string,
  captures: readonly Capture[],
  text: string,
  put: (name: string, value: string) => void,
): boolean {
  if (!text.startsWith(prefix)) return false;
  const mayBeEscaped = text.includes('\\');
  let at = prefix.length;
  for (const capture of captures) {
    const found =
      mayBeEscaped && capture.quote !== undefined && capture.delimiter !== undefined
        ? readQuoted(text, at, capture.quote, capture.delimiter)
        : readPlain(text, at, capture.delimiter);
    if (found === undefined) return false;
    if (capture.name !== '') put(capture.name, found.value);
    at = found.end;
  }
  return true;
}

function readPlain(
  text: string,
  at: number,
  delimiter: string | undefined,
): { value: string; end: number } | undefined {
  if (delimiter === undefined) return { value: text.slice(at), end: text.length };
  const end = text.indexOf(delimiter, at);
  return end < 0 ? undefined : { value: text.slice(at, end), end: end + delimiter.length };
}

const plainEscapes: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  a: '\u0007',
  v: '\v',
};

/** Up to the first quote without a backslash, which must begin the delimiter. */
function readQuoted(
  text: string,
  start: number,
  quote: string,
  delimiter: string,
): { value: string; end: number } | undefined {
  let value = '';
  let from = start;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === quote) {
      if (!text.startsWith(delimiter, at)) return undefined;
      return { value: value + text.slice(from, at), end: at + delimiter.length };
    }
    if (character !== '\\') continue;
    value += text.slice(from, at);
    const escape = readEscape(text, at + 1);
    value += escape.value;
    at = escape.end - 1;
    from = escape.end;
  }
  return undefined;
}

function readEscape(text: string, at: number): { value: string; end: number } {
  const letter = text[at];
  if (letter === undefined) return { value: '\\', end: at };
  const width = letter === 'u' ? 4 : letter === 'x' ? 2 : 0;
  const digits = text.slice(at + 1, at + 1 + width);
  if (width > 0 && digits.length === width && /^[0-9a-fA-F]+$/.test(digits)) {
    return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 1 + width };
  }
  return { value: (width === 0 ? plainEscapes[letter] : undefined) ?? letter, end: at + 1 };
}
