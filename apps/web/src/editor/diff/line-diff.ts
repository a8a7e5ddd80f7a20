import { diffArrays } from 'diff';

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

/** Above this many changed lines the texts are shown as removed and added as a whole: the work grows with its square. */
const longestChange = 2000;

const linesOf = (text: string): string[] => {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

/** The shortest change of lines that leads from one text to the other; removals come before additions. */
export function diffLines(before: string, after: string): DiffLine[] {
  const older = linesOf(before);
  const newer = linesOf(after);
  const pieces = diffArrays(older, newer, { maxEditLength: longestChange }) ?? [
    { value: older, removed: true, added: false },
    { value: newer, removed: false, added: true },
  ];
  let inBefore = 0;
  let inAfter = 0;
  return pieces.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => {
      if (removed) return { kind: 'del', text, before: ++inBefore };
      if (added) return { kind: 'add', text, after: ++inAfter };
      return { kind: 'same', text, before: ++inBefore, after: ++inAfter };
    }),
  );
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
