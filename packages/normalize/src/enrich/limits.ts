const megabyte = 1024 * 1024;

/** What a lookup table may take. Everything is held in memory, so everything is bounded. */
export const tableLimits = {
  /** Of an upload as it is sent, compressed or not. */
  uploadMegabytes: 100,
  /** Of an upload once it is decompressed. */
  plainBytes: 400 * megabyte,
  rows: 2_000_000,
  /** Of one version in memory and on disk. */
  imageBytes: 512 * megabyte,
  /** Of the active versions of all tables together. */
  allImageBytes: 1024 * megabyte,
  /** Of one table; the oldest goes when there are more. */
  versions: 20,
} as const;
