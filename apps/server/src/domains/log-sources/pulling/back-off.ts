const firstMs = 15_000;
const longestMs = 15 * 60_000;
/** A person has to fix it; when they do so here, the source is due at once. */
const attentionMs = 5 * 60_000;

/** Milliseconds until a source is asked again after its `failures`-th failure in a row, at random within a quarter. */
export function backOffMs(
  failures: number,
  {
    needsAttention,
    retryAfterSeconds = 0,
  }: { needsAttention: boolean; retryAfterSeconds?: number | undefined },
  random: () => number = Math.random,
): number {
  const wanted = needsAttention ? attentionMs : Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return Math.max(retryAfterSeconds * 1000, wanted * (0.75 + random() / 2));
}
