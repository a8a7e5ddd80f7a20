/** One piece of an XML text, by position. `name` is set on tags only. */
export interface XmlToken {
  kind: 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'ignored';
  start: number;
  end: number;
  name: string;
}

const namePattern = /[^\s/>=<]+/y;

/** Index of the `>` that ends the tag at `start`, quoted attribute values skipped; -1 when it is not there yet. */
function tagEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text[i];
    if (c === '>') return i;
    if (c !== '"' && c !== "'") continue;
    i = text.indexOf(c, i + 1);
    if (i === -1) return -1;
  }
  return -1;
}

/** A DOCTYPE with its internal subset in brackets. It is skipped whole: no entity it declares is ever expanded. */
function doctypeEnd(text: string, start: number): number {
  let level = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (c === '[') level++;
    else if (c === ']') level--;
    else if (c === '>' && level <= 0) return i;
  }
  return -1;
}

const marked: { begin: string; end: string; kind: 'cdata' | 'ignored' }[] = [
  { begin: '<!--', end: '-->', kind: 'ignored' },
  { begin: '<![CDATA[', end: ']]>', kind: 'cdata' },
  { begin: '<?', end: '?>', kind: 'ignored' },
];
/** Characters needed behind a `<` to know what it begins. */
const lookAhead = '<![CDATA['.length;

/**
 * The token at `start`, or undefined when the text ends inside it (with `isLast` too: then the text is broken off).
 */
export function nextXmlToken(text: string, start: number, isLast: boolean): XmlToken | undefined {
  if (text[start] !== '<') {
    const at = text.indexOf('<', start);
    if (at === -1 && !isLast) return undefined;
    return { kind: 'text', start, end: at === -1 ? text.length : at, name: '' };
  }
  if (text.length - start < lookAhead && !isLast && text.indexOf('>', start) === -1) return undefined;
  for (const { begin, end, kind } of marked) {
    if (!text.startsWith(begin, start)) continue;
    const at = text.indexOf(end, start + begin.length);
    return at === -1 ? undefined : { kind, start, end: at + end.length, name: '' };
  }
  const isDeclaration = text[start + 1] === '!';
  const at = isDeclaration ? doctypeEnd(text, start) : tagEnd(text, start);
  if (at === -1) return undefined;
  if (isDeclaration) return { kind: 'ignored', start, end: at + 1, name: '' };
  const isClose = text[start + 1] === '/';
  namePattern.lastIndex = start + (isClose ? 2 : 1);
  const name = namePattern.exec(text)?.[0] ?? '';
  const kind = isClose ? 'close' : text[at - 1] === '/' ? 'empty' : 'open';
  return { kind, start, end: at + 1, name };
}

const localPart = (name: string) => name.slice(name.indexOf(':') + 1);
/** Compares with or without a namespace prefix. */
export const isXmlName = (name: string, wanted: string) => name === wanted || localPart(name) === wanted;
