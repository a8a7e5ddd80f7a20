import { printYaml, readYaml } from '@margay/detect/content';
import { invalidInput } from '@margay/kit';
import { longestTexts, textUpTo } from '../../../typed-text/limits.ts';

/** The list a YAML text holds, bare or under one key; a text that holds none says why. */
function readList(text: string, key: string): { list: readonly unknown[] } | { error: string } {
  const read = readYaml(text);
  if ('error' in read) {
    return {
      error: `There is an error in your syntax. line ${read.line}, column ${read.column}: ${read.error}`,
    };
  }
  const { value } = read;
  const isKeyed = typeof value === 'object' && value !== null && Object.keys(value).join() === key;
  const list: unknown = isKeyed ? (value as Record<string, unknown>)[key] : value;
  return Array.isArray(list)
    ? { list }
    : { error: `There is an error in your syntax. ${key} must be a list.` };
}

/** A list in the words of its YAML, kept as a person typed it, comments and all. */
export const yamlList = (key: string) =>
  textUpTo(longestTexts.yamlList).superRefine((text, context) => {
    const read = readList(text, key);
    if ('error' in read) context.addIssue({ code: 'custom', message: read.error });
  });

/** What a text accepted by `yamlList` holds. */
export function listOf(text: string, key: string): readonly unknown[] {
  const read = readList(text, key);
  if ('list' in read) return read.list;
  throw invalidInput(`${key}: ${read.error}`);
}

/** The same for what may be absent, as the part of an object it fills. */
export function listPart<Name extends string>(name: Name, text: string | undefined, key: string) {
  return (text === undefined ? {} : { [name]: listOf(text, key) }) as { [K in Name]?: readonly unknown[] };
}

export const textOfList = (list: readonly unknown[]) => printYaml(list);

export function textPart<Name extends string>(name: Name, list: readonly unknown[] | undefined) {
  return (list === undefined ? {} : { [name]: textOfList(list) }) as { [K in Name]?: string };
}
