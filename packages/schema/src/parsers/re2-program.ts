import type { RE2JS } from 're2js';

/** One instruction of a compiled expression, in the order that RE2 prefers: `out` before `other`. */
export type Instruction =
  | { op: 'either'; out: number; other: number }
  | { op: 'capture'; out: number; slot: number }
  | { op: 'assert'; out: number; flags: number }
  | { op: 'skip'; out: number }
  /** Which of the 128 ASCII characters may stand here. */
  | { op: 'character'; out: number; ascii: Uint8Array }
  | { op: 'fail' }
  | { op: 'match' };

export interface Program {
  instructions: Instruction[];
  start: number;
  slots: number;
  /** The expression begins with `^`. */
  isAnchored: boolean;
}

/** Flags of zero-width assertions, as RE2 numbers them. */
export const assertion = {
  beginLine: 1,
  endLine: 2,
  beginText: 4,
  endText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

/**
 * The program that RE2JS made of an expression. It is not part of that library's public face, so every piece is
 * checked, and undefined is returned for anything unexpected: callers then let the library run it.
 */
export function programOf(engine: RE2JS): Program | undefined {
  const { prog, cond } = engine.re2() as { prog: unknown; cond: unknown }; // declared as any there
  if (!isRecord(prog) || !Array.isArray(prog['inst']) || typeof prog['start'] !== 'number') return undefined;
  const instructions: Instruction[] = [];
  for (const raw of prog['inst']) {
    const instruction = instructionOf(raw);
    if (instruction === undefined) return undefined;
    instructions.push(instruction);
  }
  return {
    instructions,
    start: prog['start'],
    slots: 2 * (engine.groupCount() + 1),
    isAnchored: typeof cond === 'number' && (cond & assertion.beginText) !== 0,
  };
}

function instructionOf(raw: unknown): Instruction | undefined {
  if (!isRecord(raw)) return undefined;
  const { op, out, arg } = raw;
  if (typeof op !== 'number' || typeof out !== 'number' || typeof arg !== 'number') return undefined;
  switch (op) {
    case 1:
      return { op: 'either', out, other: arg };
    case 3:
      return { op: 'capture', out, slot: arg };
    case 4:
      return { op: 'assert', out, flags: arg };
    case 5:
      return { op: 'fail' };
    case 6:
      return { op: 'match' };
    case 7:
      return { op: 'skip', out };
    case 8:
    case 9:
    case 10:
    case 11: {
      const ascii = asciiOf(raw, op);
      return ascii === undefined ? undefined : { op: 'character', out, ascii };
    }
    default:
      return undefined;
  }
}

function asciiOf(raw: Record<string, unknown>, op: number): Uint8Array | undefined {
  const { matchRune, runes } = raw;
  if (typeof matchRune !== 'function' || !(runes instanceof Int32Array)) return undefined;
  const ascii = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    let isMatch: unknown;
    if (op === 8) isMatch = Reflect.apply(matchRune, raw, [code]);
    else if (op === 9) isMatch = runes[0] === code;
    else isMatch = op === 10 || code !== 10;
    ascii[code] = isMatch === true ? 1 : 0;
  }
  return ascii;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
