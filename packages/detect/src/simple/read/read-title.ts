import { type FaultPath, faultCodes } from '../fault.ts';
import type { TitlePart } from '../tree.ts';
import { parseKeyPath } from './key-path.ts';
import type { Reader } from './reader.ts';

/** `Login of {user.name}`: text and paths. `{{` and `}}` stand for one brace. */
const piece = /\{\{|\}\}|\{([^{}]*)\}|\{/g;

export function readTitle(reader: Reader, text: string, path: FaultPath): TitlePart[] {
  const parts: TitlePart[] = [];
  let literal = '';
  let at = 0;
  for (const match of text.matchAll(piece)) {
    const [whole, name] = match;
    literal += text.slice(at, match.index);
    at = match.index + whole.length;
    if (whole === '{{' || whole === '}}') literal += whole[0];
    else if (name === undefined) fault(reader, path, 'A brace is opened and not closed.');
    else {
      const parsed = parseKeyPath(name);
      if ('reason' in parsed) {
        fault(reader, path, `"${name.slice(0, 60)}" is no path: ${parsed.reason}.`);
        continue;
      }
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push({ source: { KeyPath: name }, steps: parsed.steps });
    }
  }
  literal += text.slice(at);
  if (literal !== '') parts.push(literal);
  return parts;
}

function fault(reader: Reader, path: FaultPath, message: string): void {
  reader.fault(faultCodes.alertTitle, path, message, 'Write {path}; for a brace itself write {{ or }}.');
}
