/** Why a constant is no share of a whole, or undefined. */
export function shareFault(share: unknown): string | undefined {
  if (typeof share === 'number' && share >= 0 && share <= 1) return undefined;
  return 'The share must be a number from 0 to 1.';
}
