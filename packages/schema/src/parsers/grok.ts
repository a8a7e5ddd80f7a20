import { grokPatterns } from './grok-patterns.ts';

const placeholder = /%\{([^}:]*)(?::([^}]*))?\}/g;
const longestExpression = 64 * 1024;

export interface Expanded {
  /** An expression for the engine, without placeholders. */
  expression: string;
  /** Engine group name to field name. Several groups may fill one field. */
  fieldOfGroup: Map<string, string>;
}

/** Replaces `%{NAME}` and `%{NAME:field}`, or says what is wrong. */
export function expandGrok(
  source: string,
  definitions: Record<string, string>,
): Expanded | { fault: string } {
  const fieldOfGroup = new Map<string, string>();
  const groupPrefix = unusedPrefix(source, definitions);
  let budget = longestExpression;
  const expand = (text: string, stack: readonly string[]): string | { fault: string } => {
    let out = '';
    let from = 0;
    for (const match of text.matchAll(placeholder)) {
      const name = match[1]!.trim();
      const field = match[2]?.trim();
      if (stack.includes(name)) return { fault: `The pattern "${name}" refers to itself.` };
      const body = bodyOf(name, definitions);
      if (body === undefined) return { fault: `There is no pattern "${name}".` };
      const inner = expand(body, [...stack, name]);
      if (typeof inner !== 'string') return inner;
      budget -= inner.length;
      if (budget < 0) return { fault: `The expression grows beyond ${longestExpression} characters.` };
      out += text.slice(from, match.index);
      if (field === undefined || field === '') out += `(?:${inner})`;
      else {
        const group = `${groupPrefix}${fieldOfGroup.size}`;
        fieldOfGroup.set(group, field);
        out += `(?P<${group}>${inner})`;
      }
      from = match.index + match[0].length;
    }
    return out + text.slice(from);
  };
  const expression = expand(source, []);
  if (typeof expression !== 'string') return expression;
  if (expression.length > longestExpression) {
    return { fault: `The expression is longer than ${longestExpression} characters.` };
  }
  return { expression, fieldOfGroup };
}

function bodyOf(name: string, definitions: Record<string, string>): string | undefined {
  if (Object.hasOwn(definitions, name)) return definitions[name];
  return Object.hasOwn(grokPatterns, name) ? grokPatterns[name] : undefined;
}

/** A start for our group names that occurs nowhere in the author's text. */
function unusedPrefix(source: string, definitions: Record<string, string>): string {
  const all = [source, ...Object.values(definitions)].join('\n');
  let prefix = 'capture_';
  while (all.includes(prefix)) prefix += '_';
  return prefix;
}
