/** As many letters as a slip of the finger changes in a word of this length. */
const slipsIn = (length: number) => Math.min(Math.max(1, Math.floor(length / 2.5)), length - 1, 4);

/**
 * The listed word nearest to `wanted`, when it is near enough to be a typing slip; the first where several are as near.
 * Capitals count as small letters. `mostEdits`: letters that may be changed, added,
 * left out or swapped with their neighbour.
 */
export function nearestWord(wanted: string, words: Iterable<string>, mostEdits?: number): string | undefined {
  const target = wanted.toLowerCase().slice(0, 64);
  let best: string | undefined;
  let bestDistance = (mostEdits ?? slipsIn(target.length)) + 1;
  for (const word of words) {
    if (Math.abs(word.length - target.length) >= bestDistance) continue;
    const distance = editDistance(target, word.toLowerCase());
    if (distance >= bestDistance) continue;
    best = word;
    bestDistance = distance;
  }
  return best;
}

/** Letters put in, left out, changed, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? before[j - 2]! + 1 : Infinity;
      current[j] = Math.min(previous[j]! + 1, current[j - 1]! + 1, substituted, swapped);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}
