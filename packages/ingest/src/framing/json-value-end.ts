const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const recordSeparator = 0x1e;

export const isJsonSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Finds where one JSON value ends, over any number of chunks. It balances; whether the value parses is not its matter. */
export interface JsonValueEnd {
  /** Starts on a value; `scan` is then called with the value's first byte at `from`. */
  begin(): void;
  /** Index behind the value's last byte, or -1 when the value goes on in the next chunk. */
  scan(bytes: Uint8Array, from: number): number;
  /** True for a number or word, which only the end of the stream can finish. */
  isScalar(): boolean;
  /** Deepest level of the value so far. */
  deepest(): number;
}

export function createJsonValueEnd(): JsonValueEnd {
  let isStarted = false;
  let isScalar = false;
  let isInString = false;
  let isEscaped = false;
  let depth = 0;
  let deepest = 0;

  function scanScalar(bytes: Uint8Array, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i]!;
      const isEnd =
        isJsonSpace(byte) ||
        byte === comma ||
        byte === colon ||
        byte === recordSeparator ||
        byte === closeBrace ||
        byte === closeBracket ||
        byte === openBrace ||
        byte === openBracket ||
        byte === quote;
      if (isEnd) return i;
    }
    return -1;
  }

  /** The hot loop: containers and strings. */
  function scanNested(bytes: Uint8Array, from: number): number {
    const length = bytes.length;
    let i = from;
    let level = depth;
    let inString = isInString;
    if (isEscaped && i < length) {
      isEscaped = false;
      i++;
    }
    while (i < length) {
      if (inString) {
        let byte = bytes[i]!;
        while (byte !== quote && byte !== backslash) {
          if (++i >= length) break;
          byte = bytes[i]!;
        }
        if (i >= length) break;
        i++;
        if (byte === backslash) {
          if (i >= length) isEscaped = true;
          else i++;
          continue;
        }
        inString = false;
        if (level === 0) return i;
        continue;
      }
      const byte = bytes[i++]!;
      if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) {
        level++;
        if (level > deepest) deepest = level;
      } else if (byte === closeBrace || byte === closeBracket) {
        level--;
        if (level <= 0) return i;
      }
    }
    depth = level;
    isInString = inString;
    return -1;
  }

  return {
    begin() {
      isStarted = isScalar = isInString = isEscaped = false;
      depth = deepest = 0;
    },
    scan(bytes, from) {
      if (!isStarted && from < bytes.length) {
        isStarted = true;
        const first = bytes[from]!;
        isScalar = first !== quote && first !== openBrace && first !== openBracket;
      }
      return isScalar ? scanScalar(bytes, from) : scanNested(bytes, from);
    },
    isScalar: () => isScalar,
    deepest: () => deepest,
  };
}
