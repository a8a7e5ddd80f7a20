import { childrenOf, type Node } from './syntax.ts';

const isFunction = ({ type }: Node) =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration', 'ClassDeclaration'].includes(type);

function holds(node: Node, fits: (node: Node) => boolean): boolean {
  return fits(node) || childrenOf(node).some((child) => !isFunction(child) && holds(child, fits));
}

/** Whether a test may end at this statement: what stands behind it is not sure to run. `context.skip(…)` says so itself. */
export function mayLeave(statement: Node): boolean {
  return (
    !isFunction(statement) &&
    !holds(statement, isSkip) &&
    holds(statement, ({ type }) => type === 'ReturnStatement')
  );
}

const isSkip = (node: Node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'skip';

/** Whether what was thrown goes on from a `catch`, or is looked at there: an assertion in its `try` is not lost. */
export const passesErrorsOn = (handler: Node) => holds(handler, ({ type }) => type === 'ThrowStatement');
