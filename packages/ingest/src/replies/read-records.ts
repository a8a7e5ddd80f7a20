import { exactNumber, exactTextOf, type MargayError, stringifyJson } from '@margay/kit';
import { asBuffer } from '../body/as-buffer.ts';
import { createJsonValueEnd, isJsonSpace } from '../framing/json-value-end.ts';
import { needsAttention } from '../pullers/failures.ts';

/** What is wanted of a reply, and what people are told where it is not there. */
export interface ReplyPlan {
  /** Who answered, for messages. */
  host: string;
  /** Keys with dots between them; empty or undefined: the reply is the list. */
  recordsPath?: string | undefined;
  /** Where the next page is named; undefined where it is not asked for. */
  nextPath?: string | undefined;
  contentType?: string | undefined;
  /** A reply that is compressed is refused: nobody asked for that. */
  contentEncoding?: string | undefined;
}

export interface ReplyLimits {
  records: number;
  /** Of one record, as it came. */
  recordBytes: number;
  /** Levels of objects and lists in one value. */
  depth: number;
}

/** Of one page. A record is kept by what a lake row and the rules can bear, a depth by what a pushed entry may have. */
export const pageLimits: ReplyLimits = { records: 100_000, recordBytes: 1024 ** 2, depth: 200 };

export interface ReplyRecords {
  /** JSON, one record on each line, numbers as they were written. */
  body: Uint8Array;
  recordCount: number;
  /** What `nextPath` holds, as text; undefined where it holds nothing, null or an empty text. */
  next: string | undefined;
}

interface Wanted {
  what: 'records' | 'next';
  /** Keys from here on. */
  path: string[];
}

const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const longestWord = 4096;
const encoder = new TextEncoder();

/**
 * The records of a reply and where the next page is. The reply is never made into one value: it is walked along the
 * paths, and one record at a time is parsed. Never recursive beyond the paths. Throws `PullNeedsAttention` where the
 * reply is no JSON, has no list at its path, or is beyond a limit, as soon as that shows.
 */
export function readRecords(reply: Uint8Array, plan: ReplyPlan, limits = pageLimits): ReplyRecords {
  const bytes = asBuffer(reply);
  const { host, recordsPath, nextPath } = plan;
  const valueEnd = createJsonValueEnd();
  const refuse = refusals(plan, limits);
  let lines: string[] | undefined;
  let instead = 'nothing';
  let next: string | undefined;

  function behindSpace(from: number): number {
    let at = from;
    while (at < bytes.length && isJsonSpace(bytes[at]!)) at++;
    return at;
  }

  /** Index behind the value that begins at `from`. It is balanced, no more is known of it. */
  function endOf(
    from: number,
    mostBytes = bytes.length,
    tooLong: () => MargayError = refuse.notJson,
  ): number {
    const window = bytes.subarray(0, from + mostBytes);
    valueEnd.begin();
    const end = valueEnd.scan(window, from);
    if (valueEnd.deepest() > limits.depth) throw refuse.tooDeep();
    if (end === from || from >= bytes.length) throw refuse.notJson();
    if (end !== -1) return end;
    if (window.length < bytes.length) throw tooLong();
    if (valueEnd.isScalar()) return bytes.length;
    throw refuse.notJson();
  }

  function parse(from: number, end: number): unknown {
    try {
      return JSON.parse(bytes.toString('utf8', from, end), exactly);
    } catch {
      throw refuse.notJson();
    }
  }

  function skip(from: number): number {
    const end = endOf(from);
    if (!valueEnd.isScalar()) return end;
    if (end - from > longestWord) throw refuse.notJson();
    parse(from, end);
    return end;
  }

  /** What stands between the brackets that open at `from`; `each` reads one part and says where it ends. */
  function parts(from: number, close: number, each: (at: number, index: number) => number): number {
    let at = behindSpace(from + 1);
    if (bytes[at] === close) return at + 1;
    for (let index = 0; ; index++) {
      at = behindSpace(each(at, index));
      if (bytes[at] === close) return at + 1;
      if (bytes[at] !== comma) throw refuse.notJson();
      at = behindSpace(at + 1);
    }
  }

  function readList(from: number): number {
    const found: string[] = [];
    lines = found;
    return parts(from, closeBracket, (at, index) => {
      if (index >= limits.records) throw refuse.tooMany();
      const end = endOf(at, limits.recordBytes, () => refuse.tooLong(index + 1));
      found.push(stringifyJson(parse(at, end)));
      return end;
    });
  }

  function readNext(from: number): number {
    const end = endOf(from);
    if (end - from > longestWord || bytes[from] === openBrace || bytes[from] === openBracket)
      throw refuse.nextNoText();
    const value = parse(from, end);
    next = value === null || value === '' ? undefined : (exactTextOf(value) ?? String(value));
    return end;
  }

  function readMember(at: number, wanted: readonly Wanted[]): number {
    if (bytes[at] !== quote) throw refuse.notJson();
    const end = endOf(at);
    const colonAt = behindSpace(end);
    if (bytes[colonAt] !== colon) throw refuse.notJson();
    // No path that a person typed is as long as a longer key.
    const key = end - at > longestWord ? undefined : parse(at, end);
    return readValue(behindSpace(colonAt + 1), below(wanted, key));
  }

  function readValue(from: number, wanted: readonly Wanted[]): number {
    const first = bytes[from];
    const here = wanted.filter(({ path }) => path.length === 0).map(({ what }) => what);
    if (here.includes('next')) return readNext(from);
    if (here.includes('records')) {
      if (first === openBracket) return readList(from);
      const end = skip(from);
      lines = undefined;
      instead = kindAt(bytes, from);
      return end;
    }
    if (wanted.length > 0 && first === openBrace)
      return parts(from, closeBrace, (at) => readMember(at, wanted));
    if (wanted.length > 0 && first === openBracket)
      return parts(from, closeBracket, (at, index) => readValue(at, below(wanted, String(index))));
    return skip(from);
  }

  if (plan.contentEncoding !== undefined && plan.contentEncoding !== 'identity') throw refuse.compressed();
  const wanted: Wanted[] = [{ what: 'records', path: recordsPath ? recordsPath.split('.') : [] }];
  if (nextPath) wanted.push({ what: 'next', path: nextPath.split('.') });
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const end = readValue(behindSpace(hasMark ? 3 : 0), wanted);
  if (behindSpace(end) !== bytes.length) throw refuse.notJson();
  if (lines === undefined && instead !== 'null')
    throw needsAttention(
      `The reply of ${host} has ${instead} ${recordsPath ? `at "${recordsPath}"` : 'at its top'}, not a list of records. Check "Path of the records".`,
    );
  const texts = lines ?? []; // null is how some say that there is none
  return { body: encoder.encode(texts.map((line) => `${line}\n`).join('')), recordCount: texts.length, next };
}

const below = (wanted: readonly Wanted[], key: unknown): Wanted[] =>
  wanted
    .filter(({ path }) => path.length > 0 && path[0] === key)
    .map(({ what, path }) => ({ what, path: path.slice(1) }));

function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value;
}

/** Of a value that is no list. */
function kindAt(bytes: Uint8Array, at: number): string {
  const letter = String.fromCharCode(bytes[at]!);
  if (letter === '{') return 'an object';
  if (letter === '"') return 'a string';
  if (letter === 'n') return 'null';
  return letter === 't' || letter === 'f' ? 'a boolean' : 'a number';
}

function refusals({ host, contentType, contentEncoding }: ReplyPlan, limits: ReplyLimits) {
  const say = (text: string) => () => needsAttention(text);
  return {
    notJson: say(
      `${host} answered something that is no JSON (${(contentType ?? 'no content type').slice(0, 100)}). Check the address.`,
    ),
    compressed: say(
      `${host} answered with a compressed body (${(contentEncoding ?? '').slice(0, 100)}), which was not asked for and is not unpacked. Have it answer without compression.`,
    ),
    tooMany: say(
      `The reply of ${host} holds more than ${limits.records.toLocaleString('en-US')} records. Ask for smaller pages, for instance with a limit in the address.`,
    ),
    tooDeep: say(
      `The reply of ${host} is nested deeper than ${limits.depth} levels. Check that the address gives log records.`,
    ),
    tooLong: (number: number) =>
      needsAttention(
        `Record ${number.toLocaleString('en-US')} in the reply of ${host} is larger than ${limits.recordBytes.toLocaleString('en-US')} bytes. Ask for fewer fields, or check "Path of the records".`,
      ),
    nextNoText: say(`The next page of ${host} is no text. Check "Path of the next page".`),
  };
}
