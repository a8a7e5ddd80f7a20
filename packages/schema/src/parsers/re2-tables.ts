import type { Instruction, Program } from './re2-program.ts';

/** What the runner does at an instruction. */
export const step = {
  match: 0,
  fail: 1,
  character: 2,
  capture: 3,
  assert: 4,
  either: 5,
  greedyLoop: 6,
  lazyLoop: 7,
} as const;

/** A program as arrays, by instruction number, with repeated characters folded into loops. */
export interface Tables {
  op: Uint8Array;
  /** Where to go on; of a loop, where it leads out. */
  out: Int32Array;
  /** The second way of a choice. */
  others: Int32Array;
  /** Slot of a capture, flags of an assertion, number of a choice or loop. */
  arg: Int32Array;
  /** Of a character: what it takes. Of a loop: what it repeats. */
  takes: Uint8Array[];
  /** What must come next on the way `out`; undefined when that may be nothing. */
  follows: (Uint8Array | undefined)[];
  /** The same for the second way. */
  otherFollows: (Uint8Array | undefined)[];
  /** How many choices and loops there are. */
  choices: number;
  start: number;
}

/** Looking ahead through more choices in a row than this costs more at compile time than it saves. */
const mostChoicesFollowed = 6;

const nothing = new Uint8Array(128);

export function tablesOf({ instructions, start }: Program): Tables {
  const count = instructions.length;
  const tables: Tables = {
    op: new Uint8Array(count).fill(step.fail),
    out: new Int32Array(count),
    others: new Int32Array(count),
    arg: new Int32Array(count),
    takes: instructions.map(() => nothing),
    follows: instructions.map(() => undefined),
    otherFollows: instructions.map(() => undefined),
    choices: 0,
    start: skipIdle(instructions, start),
  };
  for (const [index, instruction] of instructions.entries()) {
    const loop = loopOf(instructions, index);
    if (loop === undefined) setInstruction(tables, instructions, index, instruction);
    else {
      tables.op[index] = loop.isGreedy ? step.greedyLoop : step.lazyLoop;
      tables.out[index] = skipIdle(instructions, loop.exit);
      tables.arg[index] = tables.choices++;
      tables.takes[index] = loop.ascii;
      tables.follows[index] = firstOf(instructions, loop.exit);
    }
  }
  return tables;
}

function setInstruction(
  tables: Tables,
  instructions: readonly Instruction[],
  index: number,
  instruction: Instruction,
): void {
  // An idle instruction keeps `fail`: whoever leads to it is led past it.
  if (instruction.op === 'fail' || instruction.op === 'skip') return;
  tables.op[index] = step[instruction.op];
  if (instruction.op === 'match') return;
  tables.out[index] = skipIdle(instructions, instruction.out);
  if (instruction.op === 'character') tables.takes[index] = instruction.ascii;
  else if (instruction.op === 'capture') tables.arg[index] = instruction.slot;
  else if (instruction.op === 'assert') tables.arg[index] = instruction.flags;
  else {
    tables.arg[index] = tables.choices++;
    tables.others[index] = skipIdle(instructions, instruction.other);
    tables.follows[index] = firstOf(instructions, instruction.out);
    tables.otherFollows[index] = firstOf(instructions, instruction.other);
  }
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
