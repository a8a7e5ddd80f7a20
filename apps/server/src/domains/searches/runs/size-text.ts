const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes for a sentence, in steps of 1024: `1536` is `1.5 KB`. */
export function sizeText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}
