import { nextXmlToken } from './xml-tokens.ts';
import type { XmlToken } from './xml-tokens.ts';

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five built-in entities and character references; any other stays as it is written. */
function unescape(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

type Members = Record<string, unknown>;

interface Open {
  name: string;
  members: Members | undefined;
  text: string;
  /** Names that occurred more than once; their member is the array of all values. */
  repeated: Set<string> | undefined;
}

function addMember(owner: Open, name: string, value: unknown): void {
  owner.members ??= {};
  const { members } = owner;
  if (!Object.hasOwn(members, name)) {
    // Plain assignment would set the prototype.
    if (name === '__proto__')
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    else members[name] = value;
    return;
  }
  const earlier = members[name];
  if (owner.repeated?.has(name) && Array.isArray(earlier)) {
    earlier.push(value);
    return;
  }
  owner.repeated ??= new Set();
  owner.repeated.add(name);
  Object.defineProperty(members, name, { value: [earlier, value] });
}

const isSpaceOrSlash = (code: number) => code <= 0x20 || code === 0x2f;
const equals = 0x3d;

/** Reads `name="value"` pairs in one pass; what has no value in quotes is left out. `tag` is what follows the name. */
function addAttributes(owner: Open, tag: string): void {
  if (!tag.includes('=')) return;
  for (let i = 0; i < tag.length;) {
    while (i < tag.length && isSpaceOrSlash(tag.charCodeAt(i))) i++;
    const from = i;
    while (i < tag.length && !isSpaceOrSlash(tag.charCodeAt(i)) && tag.charCodeAt(i) !== equals) i++;
    const name = tag.slice(from, i);
    while (i < tag.length && tag.charCodeAt(i) <= 0x20) i++;
    if (tag.charCodeAt(i) !== equals) continue;
    i++;
    while (i < tag.length && tag.charCodeAt(i) <= 0x20) i++;
    const quote = tag[i];
    if (quote !== '"' && quote !== "'") continue;
    const end = tag.indexOf(quote, i + 1);
    if (end === -1) return;
    const isNamespace = name === 'xmlns' || name.startsWith('xmlns:');
    if (name !== '' && !isNamespace) addMember(owner, name, unescape(tag.slice(i + 1, end)));
    i = end + 1;
  }
}

/** Text alone is a string, nothing at all is null; with attributes or children it is an object, its text under `#text`. */
function valueOf(owner: Open): unknown {
  const trimmed = owner.text.trim();
  if (owner.members === undefined) return trimmed === '' ? null : trimmed;
  if (trimmed !== '') addMember(owner, '#text', trimmed);
  return owner.members;
}

export type XmlConversion = { value: unknown } | { error: string };

/**
 * One element as JSON: child elements and attributes become keys, repeated names become arrays, every leaf is text.
 * Namespace declarations go; prefixes stay. `text` begins with the element's tag and ends with its end tag.
 */
export function xmlElementToJson(text: string, maxDepth: number): XmlConversion {
  const stack: Open[] = [];
  let position = 0;
  while (position < text.length) {
    const token = nextXmlToken(text, position, true);
    if (!token) return { error: 'the XML is broken off' };
    position = token.end;
    const top = stack.at(-1);
    if (token.kind === 'open' || token.kind === 'empty') {
      if (stack.length >= maxDepth) return { error: `the element is nested deeper than ${maxDepth} levels` };
      const opened: Open = { name: token.name, members: undefined, text: '', repeated: undefined };
      addAttributes(opened, tagBody(text, token));
      stack.push(opened);
    }
    if (token.kind === 'text' && top) top.text += unescape(text.slice(token.start, token.end));
    if (token.kind === 'cdata' && top) top.text += text.slice(token.start + 9, token.end - 3);
    if (token.kind !== 'close' && token.kind !== 'empty') continue;
    const closed = stack.pop();
    if (!closed || closed.name !== token.name)
      return { error: `the end tag of "${token.name}" has no start tag` };
    const parent = stack.at(-1);
    if (!parent) return { value: valueOf(closed) };
    addMember(parent, closed.name, valueOf(closed));
  }
  return { error: 'the XML is broken off' };
}

const tagBody = (text: string, token: XmlToken) =>
  text.slice(token.start + 1 + token.name.length, token.end - 1);
