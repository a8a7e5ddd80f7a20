import { parseSync, visitorKeys, type Node, type Program } from 'oxc-parser';

export type { Node } from 'oxc-parser';

/** The syntax tree of a TypeScript file. A comment is no part of it. */
export function parseSource(file: string, text: string): Program {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return program;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes right below one, in the order they are written. */
export function childrenOf(node: Node): Node[] {
  const parts = node as unknown as Record<string, unknown>;
  return (visitorKeys[node.type] ?? []).flatMap((key) => [parts[key]].flat().filter(isNode));
}

/** Types say nothing of what runs; of `x as T` and its like only the value is left. */
export function withoutTypes(node: Node): Node | undefined {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return withoutTypes(node.expression);
    default:
      return node.type.startsWith('TS') ? undefined : node;
  }
}

/** The text of a literal; what a template puts in is left out. */
export function textOf(node: Node | undefined): string | undefined {
  const value = node === undefined ? undefined : withoutTypes(node);
  if (value?.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value?.type === 'TemplateLiteral') return value.quasis.map((part) => part.value.cooked ?? '').join('…');
  return undefined;
}

/** The names a pattern gives: `{ a, b: [c] }` gives a and c. */
export function namesOf(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((part) => namesOf(part.type === 'Property' ? part.value : part));
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => (part === null ? [] : namesOf(part)));
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'TSParameterProperty':
      return namesOf(pattern.parameter);
    case 'MemberExpression':
      return namesOf(pattern.object);
    default:
      return [];
  }
}
