import { all, type Combinator } from '../combinators.ts';
import type { Specifier } from '../specifier.ts';
import type { Expression } from '../tree.ts';
import { pythonGiven, pythonSteps } from './literal.ts';

/** Where Python reads from: `event`, or the `element` of a list. */
type Root = 'event' | 'element';

/** A Python expression that is True or False. Between the lines of a group it is indented by `indent`. */
export function pythonOfAll(parts: readonly Expression[], indent = '    '): string {
  return pythonOfGroup(parts, all, 'event', indent);
}

export function pythonOfKey({ steps }: Specifier, root: Root = 'event'): string {
  const keys = pythonSteps(steps);
  if (root === 'element' || steps.some((step) => typeof step !== 'string')) return `walk(${root}, ${keys})`;
  return steps.length === 1 ? `event.get(${keys})` : `event.deep_get(${keys})`;
}

function pythonOf(expression: Expression, root: Root, indent: string): string {
  switch (expression.kind) {
    case 'group':
      return pythonOfGroup(expression.parts, expression.combinator, root, indent);
    case 'absolute':
      return expression.holds ? 'True' : 'False';
    case 'test': {
      const { key, condition, given } = expression;
      return condition.python({
        found: pythonOfKey(key, root),
        exists: `exists(${root}, ${pythonSteps(key.steps)})`,
        given: pythonGiven(given),
        isText: typeof given === 'string',
      });
    }
    case 'compare': {
      const { left, right, condition } = expression;
      return condition.python({
        found: pythonOfKey(left, root),
        exists: `exists(${root}, ${pythonSteps(left.steps)})`,
        given: pythonOfKey(right, root),
        isText: false,
      });
    }
    case 'elements': {
      const check = pythonOfGroup(expression.parts, all, 'element', indent);
      return expression.quantifier.python(pythonOfKey(expression.key, root), check);
    }
  }
}

function pythonOfGroup(
  parts: readonly Expression[],
  combinator: Combinator,
  root: Root,
  indent: string,
): string {
  const { empty, before, between, after } = combinator.python;
  if (parts.length === 0) return empty;
  const inner = `${indent}    `;
  const texts = parts.map((part) => pythonOf(part, root, inner));
  if (texts.length === 1 && combinator === all) return texts[0]!;
  // A comma belongs to the end of a line, `and` and `or` to the beginning of the next.
  const joint = between.startsWith(',') ? `,\n${inner}` : `\n${inner}${between}`;
  return `${before}\n${inner}${texts.join(joint)}\n${indent}${after}`;
}
