/** False for nothing and for an empty object. */
export function hasContext(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
