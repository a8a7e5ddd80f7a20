import type { Expression, Statement } from './tree.ts';
import type { Frame, Value } from './values.ts';

/** A part of a script, ready to run. Where it can fail it first says where it stands, in `machine.at`. */
export type Code = (frame: Frame) => Value;

/** Parts hold parts of every kind, so what compiles one kind is handed this for the others. */
export interface Compile {
  expression(node: Expression): Code;
  /** The body of a function, and how deep it is nested. */
  body(statements: readonly Statement[]): { run: Code; depth: number };
}
