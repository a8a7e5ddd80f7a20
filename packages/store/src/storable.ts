/**
 * JSON text that a `jsonb` column takes whatever the values hold: PostgreSQL refuses the character U+0000 and lone
 * surrogates, and both occur in logs. They become U+FFFD.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? storableText(member) : member,
  );
}

/** The same for a `text` column. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
