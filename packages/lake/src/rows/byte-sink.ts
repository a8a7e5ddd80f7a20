/** A buffer that grows. Bytes are only valid until the next write after `take`. */
export class ByteSink {
  buffer: Buffer;
  position = 0;

  constructor(initialBytes = 1 << 16) {
    this.buffer = Buffer.allocUnsafe(initialBytes);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.position + count;
    if (needed <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(grown, 0, 0, this.position);
    this.buffer = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.position++] = value;
  }

  /** LEB128, as RowBinary writes lengths. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.position++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.buffer[this.position++] = rest;
  }

  int32(value: number): void {
    this.reserve(4);
    this.position = this.buffer.writeInt32LE(value, this.position);
  }

  int16(value: number): void {
    this.reserve(2);
    this.position = this.buffer.writeInt16LE(value, this.position);
  }

  int64(value: bigint): void {
    this.reserve(8);
    this.position = this.buffer.writeBigInt64LE(value, this.position);
  }

  float64(value: number): void {
    this.reserve(8);
    this.position = this.buffer.writeDoubleLE(value, this.position);
  }

  /** Length in bytes, then UTF-8. Lone surrogates become U+FFFD. */
  text(value: string): void {
    const length = value.length;
    this.reserve(length * 3 + 8);
    if (length < 48 && this.shortAscii(value, length)) return;
    const lengthBytes = varintLength(length);
    const start = this.position + lengthBytes;
    const written = this.buffer.write(value, start);
    const neededBytes = varintLength(written);
    // The guess took one byte per character; longer UTF-8 may need a longer length before it.
    if (neededBytes !== lengthBytes) {
      this.buffer.copyWithin(this.position + neededBytes, start, start + written);
    }
    this.varint(written);
    this.position += written;
  }

  /** A call into the runtime costs more than the copy for the many short ASCII texts of a log. */
  private shortAscii(value: string, length: number): boolean {
    const buffer = this.buffer;
    let at = this.position;
    buffer[at++] = length;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      buffer[at++] = code;
    }
    this.position = at;
    return true;
  }

  /** What was written, as a copy of its own; the sink is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.position);
    bytes.set(this.buffer.subarray(0, this.position));
    this.position = 0;
    return bytes;
  }
}

function varintLength(value: number): number {
  let count = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 128)) count++;
  return count;
}
