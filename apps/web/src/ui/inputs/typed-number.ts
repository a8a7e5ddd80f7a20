/** What a number field holds while somebody types: the number that the text says, else the text itself, for its fault to show. */
export function typedNumber(text: string): number | string | null {
  const given = text.trim();
  if (given === '') return null;
  return /^-?\d{1,15}$/.test(given) ? Number(given) : text;
}

/** `From 1 to 60`, where a number has both limits. */
export function limitsText(
  min: number | null | undefined,
  max: number | null | undefined,
): string | undefined {
  return min == null || max == null ? undefined : `From ${min} to ${max}`;
}
