/** The engine knows an escape character (backslash) in patterns; our patterns do not, so it is doubled. */
export function escapedPattern(sql: string): string {
  return `replaceAll(${sql}, '\\\\', '\\\\\\\\')`;
}

/**
 * Says what is wrong with a constant regular expression, as far as a check without the engine's RE2 can.
 * RE2 has no back references and no look-around (github.com/google/re2/wiki/Syntax).
 */
export function regexFault(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'The pattern must be a constant text.';
  if (pattern.length > 2000) return 'The pattern is longer than 2,000 characters.';
  const bare = pattern.replace(/\\\\/g, '');
  if (/\(\?(?:[=!]|<[=!])/.test(bare)) return 'The pattern uses look-around, which is not supported.';
  if (/\\[1-9]/.test(bare)) return 'The pattern uses a back reference, which is not supported.';
  return isCompilable(pattern) ? undefined : 'The pattern is not a valid regular expression.';
}

/** Named groups and leading flags are written differently here; what remains of the syntax is near enough. */
function isCompilable(pattern: string): boolean {
  const here = pattern.replace(/^\(\?[imsU]+\)/, '').replace(/\(\?P</g, '(?<');
  return compiles(here, 'u') || compiles(here, '');
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
