import { asciiOf } from './ascii.ts';

const wordOf: Record<string, string> = {
  '@': 'at_sign',
  "'": 'apostrophe',
  '&': 'ampersand',
  '+': 'plus',
  '#': 'hash',
  ',': 'comma',
  $: 'dollar_sign',
  '!': 'exclamation',
  '/': 'slash',
  '~': 'tilde',
  '`': 'backtick',
  '*': 'asterisk',
  '%': 'percent',
  '\\': 'backslash',
  '=': 'eq',
};

const alreadySafe = /^[A-Za-z0-9_-]*$/;

/**
 * The column-safe form of a field name: letters, digits, `_` and `-` stay, signs with a name are spelled out,
 * other letters become ASCII and everything else `_`. Applying it twice changes nothing.
 */
export function columnNameOf(name: string): string {
  if (alreadySafe.test(name)) return name;
  const characters = Array.from(name);
  return characters
    .map((character, index) => {
      if (alreadySafe.test(character)) return character;
      const word = wordOf[character];
      if (word === undefined) return asciiOf(character) ?? '_';
      const before = index === 0 ? '' : '_';
      const after = index === characters.length - 1 ? '' : '_';
      return before + word + after;
    })
    .join('');
}
