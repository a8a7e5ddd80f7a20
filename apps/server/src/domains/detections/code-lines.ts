export interface FoundLine {
  /** From 1. */
  line: number;
  text: string;
  /** Lines that hold it. */
  count: number;
}

/** Lists show so much of a line. */
const shownLength = 200;

/** The first line of a detection's text that holds what is looked for. */
export function foundLine(
  { body, simpleDetectionBody }: { body: string; simpleDetectionBody?: string },
  wanted: string,
): FoundLine | undefined {
  const lower = wanted.toLowerCase();
  if (lower === '') return undefined;
  const text = body.toLowerCase().includes(lower) ? body : (simpleDetectionBody ?? '');
  const lines = text.split('\n');
  const found = lines.flatMap((line, at) => (line.toLowerCase().includes(lower) ? [at] : []));
  const [first] = found;
  if (first === undefined) return undefined;
  return { line: first + 1, text: (lines[first] ?? '').trim().slice(0, shownLength), count: found.length };
}
