const wholeNumbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `12345` → `12,345`. */
export function formatCount(value: number): string {
  return wholeNumbers.format(value);
}

/** `1 event`, `3 events`; `plural` only where adding an s is wrong. */
export function countOf(count: number, singular: string, plural: string = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
