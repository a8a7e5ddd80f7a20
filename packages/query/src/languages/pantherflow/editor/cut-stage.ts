import { tokenizeFlow } from '../tokens.ts';
import { isSymbol } from './place.ts';

/** The text without the stage at a span, its pipe, and the blanks before that. */
export function cutStage(text: string, span: { start: number; end: number }): string {
  const pipe = tokenizeFlow(text).findLast((token) => isSymbol(token, '|') && token.span.end <= span.start);
  return pipe ? cut(text, pipe.span.start, span.end) : text;
}

/** The text without a stretch and the blanks before it, but for the end of the line of a comment. */
export function cut(text: string, start: number, end: number): string {
  const before = tokenizeFlow(text).findLast((token) => token.kind !== 'end' && token.span.end <= start);
  const from = before && before.kind !== 'comment' ? before.span.end : start;
  return text.slice(0, from) + text.slice(end);
}
