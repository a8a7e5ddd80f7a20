import { RE2JS } from 're2js';
import { programOf } from './re2-program.ts';
import { createRunner } from './re2-runner.ts';

/** A compiled expression whose running time grows in proportion to the text, whatever the expression. */
export interface LinearRegex {
  /** Names of the named groups with their numbers. */
  groups: Record<string, number>;
  /** The captured groups of the first match (index 0 is the whole match); undefined when nothing matches. */
  match(text: string): readonly (string | undefined)[] | undefined;
}

/**
 * RE2 syntax and meaning (github.com/google/re2/wiki/Syntax): no look-around, no back-references. RE2JS parses and
 * compiles. It also runs texts that are not plain ASCII or very long; all others run on our own, faster, runner.
 */
export function compileLinearRegex(expression: string): LinearRegex | { fault: string } {
  try {
    const engine = RE2JS.compile(expression);
    const groups = engine.namedGroups();
    const program = programOf(engine);
    if (program === undefined) return { groups, match: (text) => matchWithLibrary(engine, text) };
    const runner = createRunner(program);
    return {
      groups,
      match(text) {
        if (text.length > runner.longestText || !isAscii(text)) return matchWithLibrary(engine, text);
        const spans = runner.run(text);
        return spans === undefined ? undefined : textsOf(text, spans);
      },
    };
  } catch (cause) {
    return { fault: cause instanceof Error ? cause.message : String(cause) };
  }
}

export function matchWithLibrary(engine: RE2JS, text: string): readonly (string | undefined)[] | undefined {
  const matcher = engine.matcher(text);
  if (!matcher.find()) return undefined;
  const captured: (string | undefined)[] = [];
  for (let group = 0; group <= engine.groupCount(); group++) {
    captured.push(matcher.group(group) ?? undefined);
  }
  return captured;
}

function textsOf(text: string, spans: Int32Array): (string | undefined)[] {
  const captured: (string | undefined)[] = [];
  for (let slot = 0; slot < spans.length; slot += 2) {
    const start = spans[slot]!;
    const end = spans[slot + 1]!;
    captured.push(start < 0 || end < 0 ? undefined : text.slice(start, end));
  }
  return captured;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
