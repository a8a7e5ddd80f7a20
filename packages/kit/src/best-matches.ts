const isPartOfWord = /[\p{L}\p{N}]/u;
const isCapital = /\p{Lu}/u;

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a word of the name begins so, humps of `camelCase` included. */
function startsAWord(name: string, word: string): boolean {
  const lower = name.toLowerCase();
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const before = name[at - 1];
    if (before === undefined || !isPartOfWord.test(before)) return true;
    if (!isCapital.test(before) && isCapital.test(name[at] ?? '')) return true;
  }
  return false;
}

/**
 * How well names fit what somebody looks for: 0 one of them is the text, 1 one begins with it, 2 words of them begin with
 * all its words, 3 its words stand somewhere in them; undefined where one of its words does not.
 */
export function matchRank(text: string, names: readonly string[]): number | undefined {
  const words = wordsOf(text);
  const wanted = words.join(' ');
  const lower = names.map((name) => name.toLowerCase());
  if (!words.every((word) => lower.some((name) => name.includes(word)))) return undefined;
  if (lower.includes(wanted)) return 0;
  if (lower.some((name) => name.startsWith(wanted))) return 1;
  return words.every((word) => names.some((name) => startsAWord(name, word))) ? 2 : 3;
}

/** Those that fit, the best first; of equal ones in the order they came in. */
export function bestMatches<T>(
  items: readonly T[],
  text: string,
  namesOf: (item: T) => readonly string[],
  limit: number = items.length,
): T[] {
  return items
    .map((item) => ({ item, rank: matchRank(text, namesOf(item)) }))
    .filter((one): one is { item: T; rank: number } => one.rank !== undefined)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ item }) => item);
}
