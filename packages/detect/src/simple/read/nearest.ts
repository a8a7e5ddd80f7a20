/** The name that takes the fewest edits to reach; the first where several are as near. */
export function nearestOf(text: string, names: readonly string[]): string {
  let best = { name: names[0] ?? '', edits: Infinity };
  for (const name of names) {
    const edits = editsBetween(text.toLowerCase(), name.toLowerCase());
    if (edits < best.edits) best = { name, edits };
  }
  return best.name;
}

/** Levenshtein's distance, row by row. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
