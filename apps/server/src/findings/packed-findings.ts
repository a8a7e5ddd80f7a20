import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Findings } from './findings.ts';
import {
  findingsOfWritten,
  writtenFindings,
  type WrittenError,
  type WrittenFindings,
  type WrittenMatch,
} from './written-findings.ts';

/** Lines that go to the compressor at once, in characters. */
const pieceLength = 1 << 20;
/** From this many characters on, texts that are alike may lie further apart than the compressor looks by itself. */
const farApart = 1 << 23;
const farLooking = {
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  // The widest that a decompressor takes unasked.
  [constants.ZSTD_c_windowLog]: 27,
};

/** First line. An earlier version of the program wrote everything into it, as `WrittenFindings`. */
interface Head {
  now: string;
  eventCount: number;
  matchCount: number;
}

/**
 * What was found, compressed. One line for each event, match and error: together they may be longer than a text can be,
 * and compressed at once they would hold up everything else.
 */
export async function packFindings(findings: Findings): Promise<Buffer> {
  const written = writtenFindings(findings);
  const length = written.events.reduce((sum, event) => sum + event.length, 0) + contextsOf(written);
  const compressor = createZstdCompress(length > farApart ? { params: farLooking } : {});
  const pieces = Readable.from(piecesOf(linesOf(written)));
  pieces.on('error', (error) => compressor.destroy(error));
  return buffer(pieces.pipe(compressor));
}

export async function unpackFindings(packed: Uint8Array, unitId: string): Promise<Findings> {
  const lines = linesIn(Readable.from([packed], { objectMode: false }).pipe(createZstdDecompress()));
  const first = await lines.next();
  if (first.done === true) throw new Error(`What ${unitId} found was kept, but nothing is there.`);
  const head = JSON.parse(first.value) as Head | WrittenFindings;
  if ('matches' in head) return findingsOfWritten(head, unitId);
  const { now, eventCount, matchCount } = head;
  const written: WrittenFindings = { now, events: [], matches: [], errors: [] };
  for await (const line of lines) {
    if (written.events.length < eventCount) written.events.push(line);
    else if (written.matches.length < matchCount) written.matches.push(JSON.parse(line) as WrittenMatch);
    else written.errors.push(JSON.parse(line) as WrittenError);
  }
  return findingsOfWritten(written, unitId);
}

const contextsOf = ({ matches }: WrittenFindings) =>
  matches.reduce((sum, { match }) => sum + (match.contextJson?.length ?? 0), 0);

function* linesOf({ now, events, matches, errors }: WrittenFindings): Generator<string> {
  yield JSON.stringify({
    now,
    eventCount: events.length,
    matchCount: matches.length,
  } satisfies Head);
  yield* events;
  for (const match of matches) yield JSON.stringify(match);
  for (const error of errors) yield JSON.stringify(error);
}

function* piecesOf(lines: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Without their ends. The last one may have none. */
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString();
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}
