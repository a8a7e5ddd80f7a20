import type { FlowToken } from './tokens.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** For each token the index of the bracket that it opens or closes with, else -1. No pair reaches over a `;`. */
export function partnersOf(tokens: readonly FlowToken[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1);
  let open: { index: number; closer: string }[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue;
    const closer = closers[text];
    if (closer) open.push({ index, closer });
    else if (text === ';') open = [];
    else if (text === ')' || text === ']' || text === '}') {
      const found = open.findLastIndex((bracket) => bracket.closer === text);
      if (found < 0) continue;
      partners[index] = open[found]!.index;
      partners[open[found]!.index] = index;
      open.length = found;
    }
  }
  return partners;
}
