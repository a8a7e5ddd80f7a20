export interface DiffLine {
  kind: 'same' | 'add' | 'del';
  text: string;
  /** Line number in the older text, from 1; absent on added lines. */
  before?: number;
  /** Line number in the newer text, from 1; absent on removed lines. */
  after?: number;
}

/** A stretch of lines to show, and how many unchanged lines were left out above it. */
export interface Hunk {
  skipped: number;
  lines: DiffLine[];
}

/** Above this many comparisons the differing middle is shown as removed and added as a whole. */
const comparisonLimit = 4_000_000;

const linesOf = (text: string): string[] => {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

/** The shortest change of lines that leads from one text to the other; removals come before additions. */
export function diffLines(before: string, after: string): DiffLine[] {
  const older = linesOf(before);
  const newer = linesOf(after);
  let start = 0;
  while (start < older.length && start < newer.length && older[start] === newer[start]) start += 1;
  let tail = 0;
  while (
    tail < older.length - start &&
    tail < newer.length - start &&
    older.at(-1 - tail) === newer.at(-1 - tail)
  )
    tail += 1;
  const same = (at: number, offset: number): DiffLine => ({
    kind: 'same',
    text: older[at]!,
    before: at + 1,
    after: at + 1 + offset,
  });
  const offset = newer.length - older.length;
  return [
    ...Array.from({ length: start }, (_line, at) => same(at, 0)),
    ...diffMiddle(older.slice(start, older.length - tail), newer.slice(start, newer.length - tail), start),
    ...Array.from({ length: tail }, (_line, at) => same(older.length - tail + at, offset)),
  ];
}

function diffMiddle(older: readonly string[], newer: readonly string[], start: number): DiffLine[] {
  const removed = (at: number): DiffLine => ({ kind: 'del', text: older[at]!, before: start + at + 1 });
  const added = (at: number): DiffLine => ({ kind: 'add', text: newer[at]!, after: start + at + 1 });
  if (older.length * newer.length > comparisonLimit)
    return [...older.map((_line, at) => removed(at)), ...newer.map((_line, at) => added(at))];
  const width = newer.length + 1;
  // common[i * width + j]: lines both have in order from i and j on.
  const common = new Uint32Array((older.length + 1) * width);
  for (let i = older.length - 1; i >= 0; i -= 1)
    for (let j = newer.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        older[i] === newer[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < older.length || j < newer.length) {
    if (i < older.length && j < newer.length && older[i] === newer[j]) {
      lines.push({ kind: 'same', text: older[i]!, before: start + i + 1, after: start + j + 1 });
      i += 1;
      j += 1;
    } else if (
      i < older.length &&
      (j === newer.length || common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      lines.push(removed(i));
      i += 1;
    } else {
      lines.push(added(j));
      j += 1;
    }
  }
  return lines;
}

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  return {
    added: lines.filter((line) => line.kind === 'add').length,
    removed: lines.filter((line) => line.kind === 'del').length,
  };
}

/** Changes with some lines around them; what lies between is only counted. `skippedBelow` follows the last hunk. */
export function hunksOf(lines: readonly DiffLine[], context = 3): { hunks: Hunk[]; skippedBelow: number } {
  const isNear = new Uint8Array(lines.length);
  lines.forEach((line, at) => {
    if (line.kind !== 'same') isNear.fill(1, Math.max(0, at - context), at + context + 1);
  });
  const hunks: Hunk[] = [];
  let skipped = 0;
  lines.forEach((line, at) => {
    if (!isNear[at]) {
      skipped += 1;
      return;
    }
    if (at === 0 || !isNear[at - 1]) {
      hunks.push({ skipped, lines: [] });
      skipped = 0;
    }
    hunks.at(-1)!.lines.push(line);
  });
  return { hunks, skippedBelow: skipped };
}

/** Lines in two columns: what was removed stands beside what was added in its place. */
export function sideBySide(lines: readonly DiffLine[]): [DiffLine | undefined, DiffLine | undefined][] {
  const rows: [DiffLine | undefined, DiffLine | undefined][] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      rows.push([removed[at], added[at]]);
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'del') removed.push(line);
    else if (line.kind === 'add') added.push(line);
    else {
      flush();
      rows.push([line, line]);
    }
  }
  flush();
  return rows;
}
