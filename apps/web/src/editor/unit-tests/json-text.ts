/**
 * Re-indents JSON without reading its values, so that large numbers, repeated keys and escapes stay as they are.
 * Undefined when the text is no JSON.
 */
export function formatJsonText(text: string): string | undefined {
  if (jsonFault(text) !== undefined) return undefined;
  let out = '';
  let depth = 0;
  let inString = false;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (inString) {
      out += character;
      if (character === '\\') out += text[(at += 1)] ?? '';
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
      out += character;
    } else if (character === '{' || character === '[') {
      const close = /^\s*([}\]])/.exec(text.slice(at + 1));
      if (close) {
        out += `${character}${close[1]}`;
        at += close[0].length;
      } else {
        depth += 1;
        out += character + line();
      }
    } else if (character === '}' || character === ']') {
      depth -= 1;
      out += line() + character;
    } else if (character === ',') out += `,${line()}`;
    else if (character === ':') out += ': ';
    else if (!/\s/.test(character)) out += character;
  }
  return out;
}

/** Why the text is no JSON, in the words of the browser's parser; undefined when it is. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'This is no JSON.';
  }
}

/** Why the text is nothing that a test can judge; undefined when it is. */
export function eventFault(text: string, input = 'event'): string | undefined {
  const fault = jsonFault(text);
  if (fault !== undefined) return fault;
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : `${input === 'event' ? 'An' : 'A'} ${input} is a JSON object, in braces.`;
}
