import type { ReadText } from './knowledge.ts';
import type { FieldRead, PathSegment } from './read/field-reads.ts';

export interface FieldPlace {
  read: FieldRead;
  segment: PathSegment;
  /** The names before it. */
  path: string[];
}

/** The name of a field that a place is in, with the names before it. */
export function fieldAt(body: ReadText, position: number): FieldPlace | undefined {
  for (const read of body.reads) {
    const index = read.segments.findIndex(({ from, to }) => from <= position && position <= to);
    const segment = read.segments[index];
    if (!segment) continue;
    const path = [...read.base, ...read.segments.slice(0, index).map(({ value }) => value)];
    return { read, segment, path };
  }
  return undefined;
}
