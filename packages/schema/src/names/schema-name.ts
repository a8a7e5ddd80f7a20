/** Rules for the names of log types. Names are compared without regard to case. */

const customPrefix = 'Custom.';
const userName = /^Custom\.([A-Z][A-Za-z0-9]*)(\.[A-Z][A-Za-z0-9]*){0,5}$/;
const managedName = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+){0,5}$/;

/** Longest name a person may type in the create form, where the prefix is added for them. */
export const longestTypedName = 248;
const longestName = 255;
const shortestName = 3;

/** `MyApp.Audit` and `Custom.MyApp.Audit` both become `Custom.MyApp.Audit`. */
export function withCustomPrefix(name: string): string {
  return name.startsWith(customPrefix) ? name : customPrefix + name;
}

/** What is wrong with the name of a log type, as a message with its remedy; undefined when it is well formed. */
export function faultOfSchemaName(
  name: string,
  owner: 'user' | 'managed',
): { message: string; remedy: string } | undefined {
  if (name === '') return { message: 'The schema name is required.', remedy: 'Give the schema a name.' };
  if (name.length < shortestName || name.length > longestName) {
    return {
      message: `The schema name "${cut(name)}" has ${name.length} characters.`,
      remedy: `Use ${shortestName} to ${longestName} characters, or at most ${longestTypedName} after "Custom.".`,
    };
  }
  if (owner === 'managed') {
    if (managedName.test(name) && !name.startsWith(customPrefix)) return undefined;
    return {
      message: `"${cut(name)}" is not a name for a managed schema.`,
      remedy: 'Use letters and digits in words separated by dots, without the prefix "Custom.".',
    };
  }
  if (userName.test(name)) return undefined;
  return {
    message: `"${cut(name)}" is not a name for a custom schema.`,
    remedy:
      'Start with "Custom." and use one to six words of letters and digits, each starting with a capital, separated by dots.',
  };
}

/** The existing name that a new one would clash with, or undefined. */
export function clashingName(name: string, existing: Iterable<string>): string | undefined {
  const wanted = withCustomPrefix(name).toLowerCase();
  for (const other of existing) if (other.toLowerCase() === wanted) return other;
  return undefined;
}

function cut(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
