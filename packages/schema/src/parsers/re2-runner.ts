import { assertion } from './re2-program.ts';
import type { Instruction, Program } from './re2-program.ts';

/**
 * Runs a compiled expression over ASCII text by backtracking that never visits a choice twice at one position, so the
 * time is bounded by (choices × length), as in RE2's own bit-state matcher. Repeated character classes, which log
 * patterns are full of, run as one tight loop instead of one instruction per character.
 */
export interface Runner {
  /** Texts longer than this need too much memory for the record of visits. */
  longestText: number;
  /** Start and end of each group (-1 for a group that took no part), or undefined. The array is reused: read it at once. */
  run(text: string): Int32Array | undefined;
}

/** One bit for each choice and position: 1 MiB. */
const mostVisits = 8 * 1024 * 1024;

const opMatch = 0;
const opFail = 1;
const opCharacter = 2;
const opCapture = 3;
const opAssert = 4;
const opEither = 5;
const opGreedyLoop = 6;
const opLazyLoop = 7;

const jobTry = 0;
const jobRestore = 1;
const jobShorten = 2;
const jobLengthen = 3;

/** Looking ahead through more choices in a row than this costs more at compile time than it saves. */
const mostChoicesFollowed = 6;

const everything = new Uint8Array(128).fill(1);

export function createRunner(program: Program): Runner {
  const { instructions, start, slots } = program;
  const count = instructions.length;
  const op = new Uint8Array(count);
  const out = new Int32Array(count);
  const arg = new Int32Array(count);
  /** Of a character: what it takes. Of a loop: what it repeats. */
  const takes: Uint8Array[] = [];
  /** Of a loop: what may follow it. Of a choice: what its first way may begin with. Undefined when that may be nothing. */
  const follows: (Uint8Array | undefined)[] = [];
  let choices = 0;
  for (const [index, instruction] of instructions.entries()) {
    takes.push(everything);
    follows.push(undefined);
    const loop = loopOf(instructions, index);
    if (loop !== undefined) {
      op[index] = loop.isGreedy ? opGreedyLoop : opLazyLoop;
      out[index] = skipIdle(instructions, loop.exit);
      arg[index] = choices++;
      takes[index] = loop.ascii;
      follows[index] = firstOf(instructions, loop.exit);
      continue;
    }
    switch (instruction.op) {
      case 'match':
        op[index] = opMatch;
        break;
      case 'fail':
        op[index] = opFail;
        break;
      case 'skip':
        // Nobody gets here: whoever leads to it was led past it.
        op[index] = opFail;
        break;
      case 'character':
        op[index] = opCharacter;
        takes[index] = instruction.ascii;
        out[index] = skipIdle(instructions, instruction.out);
        break;
      case 'capture':
        op[index] = opCapture;
        arg[index] = instruction.slot;
        out[index] = skipIdle(instructions, instruction.out);
        break;
      case 'assert':
        op[index] = opAssert;
        arg[index] = instruction.flags;
        out[index] = skipIdle(instructions, instruction.out);
        break;
      case 'either':
        op[index] = opEither;
        arg[index] = choices++;
        out[index] = skipIdle(instructions, instruction.out);
        follows[index] = firstOf(instructions, instruction.out);
        break;
    }
  }
  const otherFollows = instructions.map((instruction) =>
    instruction.op === 'either' ? firstOf(instructions, instruction.other) : undefined,
  );
  const others = instructions.map((instruction) =>
    instruction.op === 'either' ? skipIdle(instructions, instruction.other) : -1,
  );
  const first = skipIdle(instructions, start);
  const captures = new Int32Array(slots);
  let visited = new Int32Array(1024);
  let jobs = new Int32Array(1024);
  let depth = 0;

  const push = (kind: number, a: number, b: number, c: number) => {
    if (depth + 4 > jobs.length) {
      const larger = new Int32Array(jobs.length * 2);
      larger.set(jobs);
      jobs = larger;
    }
    jobs[depth] = kind;
    jobs[depth + 1] = a;
    jobs[depth + 2] = b;
    jobs[depth + 3] = c;
    depth += 4;
  };

  /** True the first time a choice is met at a position. */
  const visit = (choice: number, at: number, width: number): boolean => {
    const bit = choice * width + at;
    const word = bit >>> 5;
    const mask = 1 << (bit & 31);
    if ((visited[word]! & mask) !== 0) return false;
    visited[word]! |= mask;
    return true;
  };

  const runFrom = (text: string, from: number): boolean => {
    const length = text.length;
    const width = length + 1;
    const marks = visited;
    depth = 0;
    push(jobTry, first, from, 0);
    while (depth > 0) {
      depth -= 4;
      const kind = jobs[depth]!;
      let pc = jobs[depth + 1]!;
      let at = jobs[depth + 2]!;
      if (kind === jobRestore) {
        captures[pc] = at;
        continue;
      }
      if (kind === jobShorten) {
        // A greedy loop gives back characters, one by one, down to where it began.
        const least = jobs[depth + 3]!;
        at = lastFollowed(text, at, least, follows[pc]);
        if (at < least) continue;
        if (at > least) push(jobShorten, pc, at - 1, least);
        pc = out[pc]!;
      } else if (kind === jobLengthen) {
        // A lazy loop takes one more.
        if (at >= length || takes[pc]![text.charCodeAt(at)] === 0) continue;
        at++;
      }
      for (let isGoing = true; isGoing;) {
        switch (op[pc]) {
          case opMatch:
            captures[1] = at;
            return true;
          case opCharacter:
            if (at < length && takes[pc]![text.charCodeAt(at)] === 1) {
              at++;
              pc = out[pc]!;
            } else isGoing = false;
            break;
          case opCapture:
            push(jobRestore, arg[pc]!, captures[arg[pc]!]!, 0);
            captures[arg[pc]!] = at;
            pc = out[pc]!;
            break;
          case opAssert:
            if (holds(text, at, arg[pc]!)) pc = out[pc]!;
            else isGoing = false;
            break;
          case opEither:
            if (!visit(arg[pc]!, at, width)) isGoing = false;
            else if (!mayFollow(follows[pc], text, at)) pc = others[pc]!;
            else {
              if (mayFollow(otherFollows[pc], text, at)) push(jobTry, others[pc]!, at, 0);
              pc = out[pc]!;
            }
            break;
          case opGreedyLoop: {
            const least = at;
            const repeated = takes[pc]!;
            const base = arg[pc]! * width;
            for (;;) {
              // The same as `visit`, written out: this loop reads most of the text.
              const word = (base + at) >>> 5;
              const mask = 1 << ((base + at) & 31);
              if ((marks[word]! & mask) !== 0) break;
              marks[word]! |= mask;
              at++;
              if (at > length || repeated[text.charCodeAt(at - 1)] === 0) break;
            }
            // The last position visited is the first at which the loop may end.
            if (at > least) push(jobShorten, pc, at - 1, least);
            isGoing = false;
            break;
          }
          case opLazyLoop: {
            const repeated = takes[pc]!;
            const follow = follows[pc];
            const choice = arg[pc]!;
            isGoing = visit(choice, at, width);
            while (isGoing && !mayFollow(follow, text, at)) {
              isGoing = mayFollow(repeated, text, at) && visit(choice, at + 1, width);
              at++;
            }
            if (!isGoing) break;
            push(jobLengthen, pc, at, 0);
            pc = out[pc]!;
            break;
          }
          default:
            isGoing = false;
        }
      }
    }
    return false;
  };

  return {
    longestText: Math.floor(mostVisits / Math.max(choices, 1)) - 1,
    run(text) {
      const words = ((choices * (text.length + 1)) >>> 5) + 1;
      if (visited.length < words) visited = new Int32Array(words * 2);
      else visited.fill(0, 0, words);
      const last = program.isAnchored ? 0 : text.length;
      for (let from = 0; from <= last; from++) {
        captures.fill(-1);
        captures[0] = from;
        if (runFrom(text, from)) return captures;
      }
      return undefined;
    },
  };
}

/** A choice between one character that leads back to the choice, and going on: `x*`, or the end of `x+`. */
function loopOf(
  instructions: readonly Instruction[],
  index: number,
): { isGreedy: boolean; ascii: Uint8Array; exit: number } | undefined {
  const choice = instructions[index];
  if (choice?.op !== 'either') return undefined;
  const body = instructions[choice.out];
  if (body?.op === 'character' && body.out === index) {
    return { isGreedy: true, ascii: body.ascii, exit: choice.other };
  }
  const second = instructions[choice.other];
  if (second?.op === 'character' && second.out === index) {
    return { isGreedy: false, ascii: second.ascii, exit: choice.out };
  }
  return undefined;
}

function skipIdle(instructions: readonly Instruction[], from: number): number {
  let index = from;
  for (;;) {
    const instruction = instructions[index];
    if (instruction?.op !== 'skip') return index;
    index = instruction.out;
  }
}

/** The characters one of which must come next, when a character must come next at all. */
function firstOf(
  instructions: readonly Instruction[],
  from: number,
  passed: readonly number[] = [],
): Uint8Array | undefined {
  const instruction = instructions[from];
  // A way back without a character, or too many choices to follow: nothing can be said.
  if (instruction === undefined || passed.includes(from) || passed.length > mostChoicesFollowed)
    return undefined;
  switch (instruction.op) {
    case 'character':
      return instruction.ascii;
    case 'skip':
    case 'capture':
    case 'assert':
      return firstOf(instructions, instruction.out, passed);
    case 'either': {
      const seen = [...passed, from];
      const first = firstOf(instructions, instruction.out, seen);
      const other = first && firstOf(instructions, instruction.other, seen);
      return first && other && first.map((bit, code) => bit | other[code]!);
    }
    default:
      return undefined;
  }
}

/** False when the character at a position rules out what comes next. */
function mayFollow(first: Uint8Array | undefined, text: string, at: number): boolean {
  return first === undefined || (at < text.length && first[text.charCodeAt(at)] === 1);
}

/** The last position from `at` down to `least` that is followed by one of the characters; below `least` if none is. */
function lastFollowed(text: string, from: number, least: number, follow: Uint8Array | undefined): number {
  if (follow === undefined) return from;
  let at = from;
  while (at >= least && (at >= text.length || follow[text.charCodeAt(at)] === 0)) at--;
  return at;
}

function holds(text: string, at: number, flags: number): boolean {
  if ((flags & assertion.beginText) !== 0 && at !== 0) return false;
  if ((flags & assertion.endText) !== 0 && at !== text.length) return false;
  if ((flags & assertion.beginLine) !== 0 && at !== 0 && text.charCodeAt(at - 1) !== 10) return false;
  if ((flags & assertion.endLine) !== 0 && at !== text.length && text.charCodeAt(at) !== 10) return false;
  if ((flags & (assertion.wordBoundary | assertion.noWordBoundary)) === 0) return true;
  const isBoundary = isWord(text, at - 1) !== isWord(text, at);
  return isBoundary === ((flags & assertion.wordBoundary) !== 0);
}

function isWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const code = text.charCodeAt(at);
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}
