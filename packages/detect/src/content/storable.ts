/** False for what the state store cannot keep: the character U+0000 and half characters, in any text of the value. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member));
}
