import { reservedWords } from '../cursor.ts';
import type { FlowToken } from '../tokens.ts';
import { isSymbol } from './place.ts';

export interface TokenPath {
  keys: (string | number)[];
  /** Index of its first token. */
  start: number;
}

/** The path whose last token is at an index, read backwards: `a.b['c'][0]`. */
export function pathEndingAt(tokens: readonly FlowToken[], last: number): TokenPath | undefined {
  const keys: (string | number)[] = [];
  let at = last;
  for (;;) {
    const token = tokens[at];
    if (isSymbol(token, ']') && isSymbol(tokens[at - 2], '[')) {
      const key = tokens[at - 1]!;
      if (key.kind !== 'text' && key.kind !== 'int') return undefined;
      keys.unshift(key.kind === 'text' ? key.text : Number(key.text));
      at -= 3;
      continue;
    }
    const isFirst = !isSymbol(tokens[at - 1], '.');
    if (!token || !isNameToken(token, isFirst)) return undefined;
    keys.unshift(token.text);
    if (isFirst) return { keys, start: at };
    at -= 2;
  }
}

function isNameToken({ kind, text }: FlowToken, isFirst: boolean): boolean {
  if (kind === 'quoted' || kind === 'side') return true;
  return kind === 'word' && !(isFirst && reservedWords.has(text));
}

/** The path before the dot that is the last token before an index. */
export function pathBeforeDot(tokens: readonly FlowToken[], count: number): TokenPath | undefined {
  return isSymbol(tokens[count - 1], '.') ? pathEndingAt(tokens, count - 2) : undefined;
}
