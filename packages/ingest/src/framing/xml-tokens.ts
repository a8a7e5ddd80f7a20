/** One piece of an XML text, by position. `name` is set on tags only. */
export interface XmlToken {
  kind: 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'ignored';
  start: number;
  end: number;
  name: string;
}

const exclamation = 0x21;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const greater = 0x3e;
const question = 0x3f;

/** Index of the `>` that ends the tag at `start`, quoted attribute values skipped; -1 when it is not there yet. */
function tagEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === greater) return i;
    if (c !== doubleQuote && c !== singleQuote) continue;
    i = text.indexOf(c === doubleQuote ? '"' : "'", i + 1);
    if (i === -1) return -1;
  }
  return -1;
}

/** Index behind a tag's name: at white space, `/`, `>`, `=` or `<`. */
function nameEnd(text: string, start: number): number {
  let i = start;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c <= 0x20 || c === slash || (c >= 0x3c && c <= greater)) break;
  }
  return i;
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
  const second = text.charCodeAt(start + 1);
  if (second === exclamation || second === question) return nextMarked(text, start);
  const at = tagEnd(text, start);
  if (at === -1) return undefined;
  const isClose = second === slash;
  const nameFrom = start + (isClose ? 2 : 1);
  const name = text.slice(nameFrom, nameEnd(text, nameFrom));
  const kind = isClose ? 'close' : text.charCodeAt(at - 1) === slash ? 'empty' : 'open';
  return { kind, start, end: at + 1, name };
}

/** Comments, CDATA sections, processing instructions and declarations. */
function nextMarked(text: string, start: number): XmlToken | undefined {
  for (const { begin, end, kind } of marked) {
    if (!text.startsWith(begin, start)) continue;
    const at = text.indexOf(end, start + begin.length);
    return at === -1 ? undefined : { kind, start, end: at + end.length, name: '' };
  }
  const at = doctypeEnd(text, start);
  return at === -1 ? undefined : { kind: 'ignored', start, end: at + 1, name: '' };
}

const localPart = (name: string) => name.slice(name.indexOf(':') + 1);
/** Compares with or without a namespace prefix. */
export const isXmlName = (name: string, wanted: string) => name === wanted || localPart(name) === wanted;
