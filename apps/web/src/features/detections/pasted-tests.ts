import { jsonFault } from '../../editor/unit-tests/json-text.ts';

export interface PastedEvents {
  /** Each as JSON text. */
  events: string[];
  /** Why the text holds no events. */
  fault: string | undefined;
}

const isEvent = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Events of a text: one object, a list of objects, or one object a line. Large numbers stay as they are written. */
export function readPasted(text: string): PastedEvents {
  const trimmed = text.trim();
  if (trimmed === '') return { events: [], fault: undefined };
  if (jsonFault(trimmed) === undefined) {
    const value: unknown = JSON.parse(trimmed);
    if (isEvent(value)) return { events: [trimmed], fault: undefined };
    if (Array.isArray(value) && value.length > 0 && value.every(isEvent))
      return { events: elementsOf(trimmed), fault: undefined };
    return { events: [], fault: 'An event is a JSON object, in braces.' };
  }
  const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
  for (const [index, line] of lines.entries()) {
    const fault = jsonFault(line);
    // A broken object over several lines is said as a whole.
    if (fault !== undefined)
      return { events: [], fault: index === 0 ? jsonFault(trimmed) : `Line ${index + 1}: ${fault}` };
    if (!isEvent(JSON.parse(line))) return { events: [], fault: `Line ${index + 1} is no JSON object.` };
  }
  return { events: lines, fault: undefined };
}

/** The texts between the commas of a list; reading and writing them again would round large numbers. */
function elementsOf(list: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 1;
  let inString = false;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (inString || (character === ',' ? depth !== 1 : depth !== 0)) continue;
    elements.push(list.slice(start, at).trim());
    start = at + 1;
  }
  return elements;
}
