import type { Scope } from './names.ts';
import { childrenOf, withoutTypes, type Node } from './syntax.ts';

const writtenOut: readonly string[] = ['undefined', 'NaN', 'Infinity'];

/** What a name stands for wherever it is read: of a list or an object only where nothing but assertions gets at it. */
function valueOf(name: string, scope: Scope): Node | undefined {
  const thing = scope.find(name);
  if (thing?.written === undefined || thing.isReassigned) return undefined;
  const value = withoutTypes(thing.written);
  const mayChange = value?.type === 'ObjectExpression' || value?.type === 'ArrayExpression';
  return mayChange && thing.isHandedOn ? undefined : value;
}

/** Whether it is the same whatever the product does: `true`, `'x'`, `!0`, `1 + 1`, `[1, 2]`, `{ a: 1 }`, and a name for such. */
export function isConstant(node: Node, scope: Scope): boolean {
  const value = withoutTypes(node);
  const isEvery = (nodes: readonly Node[]) => nodes.every((one) => isConstant(one, scope));
  switch (value?.type) {
    case 'Literal':
      return true;
    case 'Identifier': {
      if (scope.find(value.name) === undefined) return writtenOut.includes(value.name);
      const written = valueOf(value.name, scope);
      return written !== undefined && isConstant(written, scope);
    }
    case 'MemberExpression':
      return isConstant(value.object, scope) && (!value.computed || isConstant(value.property, scope));
    case 'TemplateLiteral':
      return isEvery(value.expressions);
    case 'Property':
      return (!value.computed || isConstant(value.key, scope)) && isConstant(value.value, scope);
    case 'ArrayExpression':
    case 'BinaryExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ObjectExpression':
    case 'SpreadElement':
    case 'UnaryExpression':
      return isEvery(childrenOf(value));
    default:
      return false;
  }
}

/** Whether a condition is met, where that is written out; else undefined. */
export function truthOf(node: Node | undefined, scope: Scope): boolean | undefined {
  const value = node === undefined ? undefined : withoutTypes(node);
  if (value?.type === 'Literal') return Boolean(value.value);
  if (value?.type === 'UnaryExpression' && value.operator === '!') {
    const inner = truthOf(value.argument, scope);
    return inner === undefined ? undefined : !inner;
  }
  if (value?.type !== 'Identifier') return undefined;
  if (scope.find(value.name) === undefined) return value.name === 'undefined' ? false : undefined;
  const written = valueOf(value.name, scope);
  return written === undefined ? undefined : truthOf(written, scope);
}

/** Whether it is a list in which nothing stands: `[]`, or a name for it that nobody fills. */
export function isEmptyList(node: Node | undefined, scope: Scope): boolean {
  const value = node === undefined ? undefined : withoutTypes(node);
  if (value?.type === 'Identifier') return isEmptyList(valueOf(value.name, scope), scope);
  return value?.type === 'ArrayExpression' && value.elements.length === 0;
}
