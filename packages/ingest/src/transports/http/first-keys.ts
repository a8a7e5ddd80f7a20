const quote = 0x22;
const backslash = 0x5c;

/**
 * Top-level keys of the JSON object that these bytes begin with, as they are written, as far as the bytes go. Empty where
 * they begin with something else. Linear, and without parsing: the object may be cut off, or be followed by others.
 */
export function firstKeys(bytes: Buffer): string[] {
  const keys: string[] = [];
  let depth = 0;
  let isKey = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!; // within its length
    if (byte === quote) {
      const end = endOfText(bytes, at + 1);
      if (depth === 1 && isKey && end < bytes.length) keys.push(bytes.toString('utf8', at + 1, end));
      isKey = false;
      at = end;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (depth === 0 && byte === 0x5b) return [];
      depth++;
      isKey = depth === 1;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
      if (depth === 0) return keys;
    } else if (byte === 0x2c) isKey = depth === 1;
    else if (depth === 0 && byte > 0x20) return [];
  }
  return keys;
}

/** Where the quote stands that ends a text; the length where none does. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}
