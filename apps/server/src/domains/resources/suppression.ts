/**
 * Whether a pattern covers the whole id. `*` stands for any text, also none; every other character, a backslash too,
 * for itself. Takes time of the product of the lengths at most, whatever the pattern.
 */
export function covers(pattern: string, id: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let afterStar = 0;
  while (at < id.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++;
      afterStar = at;
    } else if (pattern[inPattern] === id[at]) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++afterStar;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}

export const isSuppressed = (patterns: readonly string[], id: string): boolean =>
  patterns.some((pattern) => covers(pattern, id));
