import { RE2JS } from 're2js';

/** A compiled expression whose running time grows in proportion to the text, whatever the expression. */
export interface LinearRegex {
  /** Names of the named groups with their numbers. */
  groups: Record<string, number>;
  /** The captured groups of the first match (index 0 is the whole match); undefined when nothing matches. */
  match(text: string): readonly (string | null | undefined)[] | undefined;
}

/** RE2 syntax and meaning (github.com/google/re2/wiki/Syntax): no look-around, no back-references. */
export function compileLinearRegex(expression: string): LinearRegex | { fault: string } {
  try {
    const engine = RE2JS.compile(expression);
    const count = engine.groupCount();
    return {
      groups: engine.namedGroups(),
      match(text) {
        const matcher = engine.matcher(text);
        if (!matcher.find()) return undefined;
        const captured: (string | null)[] = [];
        for (let group = 0; group <= count; group++) captured.push(matcher.group(group));
        return captured;
      },
    };
  } catch (cause) {
    return { fault: cause instanceof Error ? cause.message : String(cause) };
  }
}
