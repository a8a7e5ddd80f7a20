import type { Span } from '../diagnostics.ts';

export type SpanOf = (start: number, end: number) => Span;

/** Finds lines by halving, so that spans cost little however long the text is. */
export function lineIndex(source: string): SpanOf {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  let recent = 0;
  const isOn = (line: number, offset: number) =>
    starts[line]! <= offset && (line + 1 === starts.length || offset < starts[line + 1]!);
  const lineOf = (offset: number) => {
    // Readers mostly go on where they were.
    if (isOn(recent, offset)) return recent;
    if (recent + 1 < starts.length && isOn(recent + 1, offset)) return ++recent;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    recent = low;
    return low;
  };
  return (start, end) => {
    const line = lineOf(start);
    const endLine = lineOf(end);
    return {
      start,
      end,
      line: line + 1,
      column: start - starts[line]! + 1,
      endLine: endLine + 1,
      endColumn: end - starts[endLine]! + 1,
    };
  };
}
