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

type Members = Map<string, unknown[]>;

interface Open {
  name: string;
  members: Members;
  text: string;
}

function addMember(members: Members, name: string, value: unknown): void {
  const values = members.get(name);
  if (values) values.push(value);
  else members.set(name, [value]);
}

const attributePattern = /([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function attributesOf(tag: string): Members {
  const members: Members = new Map();
  for (const [, name = '', double, single] of tag.matchAll(attributePattern)) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    addMember(members, name, unescape(double ?? single ?? ''));
  }
  return members;
}

/** Text alone is a string, nothing at all is null; with attributes or children it is an object, its text under `#text`. */
function valueOf({ members, text }: Open): unknown {
  const trimmed = text.trim();
  if (members.size === 0) return trimmed === '' ? null : trimmed;
  if (trimmed !== '') addMember(members, '#text', trimmed);
  // fromEntries defines plain properties, so an element called __proto__ is a field like any other.
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
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
      stack.push({ name: token.name, members: attributesOf(tagBody(text, token)), text: '' });
    }
    if (token.kind === 'text' && top) top.text += unescape(text.slice(token.start, token.end));
    if (token.kind === 'cdata' && top) top.text += text.slice(token.start + 9, token.end - 3);
    if (token.kind !== 'close' && token.kind !== 'empty') continue;
    const closed = stack.pop();
    if (!closed || closed.name !== token.name)
      return { error: `the end tag of "${token.name}" has no start tag` };
    const parent = stack.at(-1);
    if (!parent) return { value: valueOf(closed) };
    addMember(parent.members, closed.name, valueOf(closed));
  }
  return { error: 'the XML is broken off' };
}

const tagBody = (text: string, token: XmlToken) =>
  text.slice(token.start + 1 + token.name.length, token.end - 1);
