/**
 * `Promise.all` that waits for every one, also when one fails, then throws the failure of the first in the list that did:
 * nothing of it is under way any more when the caller tries again.
 */
export async function allEnded<T extends readonly unknown[] | []>(
  works: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
