const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function hexFromBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexDigits[byte];
  return text;
}
