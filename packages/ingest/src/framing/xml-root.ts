import { nextXmlToken } from './xml-tokens.ts';

/** `Events` encloses `Event`, `entries` encloses `entry`. */
function isPluralOf(plural: string, singular: string): boolean {
  const [many, one] = [plural.toLowerCase(), singular.toLowerCase()];
  return (
    many === `${one}s` || many === `${one}es` || (one.endsWith('y') && many === `${one.slice(0, -1)}ies`)
  );
}

/**
 * The element that encloses the events of a document nobody described, or an empty text when the events stand by
 * themselves: the root, if its first two children have one name, or if its name is the plural of the first one's.
 * Undefined while the text is too short to tell.
 */
export function guessXmlRoot(text: string, isAll: boolean): string | undefined {
  let depth = 0;
  let root = '';
  let firstChild: string | undefined;
  for (let position = 0; position < text.length;) {
    const token = nextXmlToken(text, position, isAll);
    if (!token) return isAll ? '' : undefined;
    position = token.end;
    if (token.kind === 'open' || token.kind === 'empty') {
      if (depth === 0) root = token.name;
      if (depth === 0 && token.kind === 'empty') return '';
      if (depth === 1 && firstChild !== undefined) return token.name === firstChild ? root : '';
      if (depth === 1) firstChild = token.name;
      if (depth === 1 && isPluralOf(root, token.name)) return root;
    }
    if (token.kind === 'open') depth++;
    if (token.kind === 'close' && --depth === 0) return '';
  }
  return isAll ? '' : undefined;
}
