import { assertion } from './re2-program.ts';
import type { Program } from './re2-program.ts';
import { step, tablesOf } from './re2-tables.ts';

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

const jobTry = 0;
const jobRestore = 1;
const jobShorten = 2;
const jobLengthen = 3;

export function createRunner(program: Program): Runner {
  const { op, out, others, arg, takes, follows, otherFollows, choices, start } = tablesOf(program);
  const captures = new Int32Array(program.slots);
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
    push(jobTry, start, from, 0);
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
          case step.match:
            captures[1] = at;
            return true;
          case step.character:
            if (at < length && takes[pc]![text.charCodeAt(at)] === 1) {
              at++;
              pc = out[pc]!;
            } else isGoing = false;
            break;
          case step.capture:
            push(jobRestore, arg[pc]!, captures[arg[pc]!]!, 0);
            captures[arg[pc]!] = at;
            pc = out[pc]!;
            break;
          case step.assert:
            if (holds(text, at, arg[pc]!)) pc = out[pc]!;
            else isGoing = false;
            break;
          case step.either:
            if (!visit(arg[pc]!, at, width)) isGoing = false;
            else if (!mayFollow(follows[pc], text, at)) pc = others[pc]!;
            else {
              if (mayFollow(otherFollows[pc], text, at)) push(jobTry, others[pc]!, at, 0);
              pc = out[pc]!;
            }
            break;
          case step.greedyLoop: {
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
          case step.lazyLoop: {
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
