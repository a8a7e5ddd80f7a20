/** Those that call themselves by the names of others stand first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const nameIn = (text: string, list: typeof browsers) => list.find(([pattern]) => pattern.test(text))?.[1];
const longestOther = 40;

/** A browser by what it calls itself, in words: `Firefox on Linux`. Whoever asks with it can write what they like. */
export function browserName(userAgent: string): string {
  const browser = nameIn(userAgent, browsers);
  const system = nameIn(userAgent, systems);
  if (browser === undefined) {
    const program = userAgent.split(/[\s(]/)[0]?.slice(0, longestOther) ?? '';
    // Every browser calls itself that, whatever it is.
    return program === '' || program.startsWith('Mozilla/') ? 'Another browser' : program;
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}
