import type { Compile } from './code.ts';
import { compileExpression } from './compile-expression.ts';
import { compileBody } from './compile-statement.ts';

/** Turns the resolved tree into closures. */
export const compile: Compile = {
  expression: (node) => compileExpression(node, compile),
  body: (statements) => compileBody(statements, compile),
};
