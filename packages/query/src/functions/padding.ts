import { text } from '../ir/types.ts';
import { defineFunction, type QueryFunction } from './define.ts';

const maxLength = 10_000;

/** Fills a text up on one side, or cuts it; no result is longer than 10,000 characters. */
export function paddingFunction(
  name: string,
  side: 'left' | 'right',
  examples: QueryFunction['examples'],
): QueryFunction {
  return defineFunction({
    name,
    kind: 'scalar',
    params: [
      { name: 's', type: 'text' },
      { name: 'length', type: 'integer' },
      { name: 'fill', type: 'literalText', optional: true },
    ],
    returns: text,
    doc: `Text filled up to a length with another text on the ${side}, blanks without one; a longer text is cut.`,
    examples,
    check: ([, , fill]) => (fill === '' ? 'The text to fill up with must not be empty.' : undefined),
    clickhouse: ([s, length, fill]) =>
      `${side}PadUTF8(${s!.sql}, greatest(0, least(${length!.sql}, ${maxLength})), ${fill ? fill.sql : "' '"})`,
  });
}
