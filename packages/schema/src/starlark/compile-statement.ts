import { compileExpression } from './compile-expression.ts';
import type { Code } from './compile-expression.ts';
import { compileFunction } from './compile-function.ts';
import { compileTarget } from './compile-target.ts';
import { augment } from './operations.ts';
import { itemAt, setItem } from './slices.ts';
import type { Expression, Statement } from './tree.ts';
import { isTrue } from './values.ts';
import type { Frame, Value } from './values.ts';
import { walk } from './walk.ts';

/** How a statement ended: on to the next, out of the loop, to its next round, or out of the function. */
const goOn = 0;
const leaveLoop = 1;
const nextRound = 2;
const leaveFunction = 3;
type End = typeof goOn | typeof leaveLoop | typeof nextRound | typeof leaveFunction;
type Run = (frame: Frame) => End;

/** The body of a function, and how deep it is nested. */
export function compileBody(statements: readonly Statement[]): { run: Code; depth: number } {
  const { run, depth } = compileBlock(statements);
  return { run: (frame) => (run(frame) === leaveFunction ? frame.result : null), depth };
}

interface Block {
  run: Run;
  depth: number;
}

function compileBlock(statements: readonly Statement[]): Block {
  const compiled = statements.map(compileStatement);
  const depth = 2 + compiled.reduce((most, each) => Math.max(most, each.depth), 0);
  const runs = compiled.map(({ run }) => run);
  const [only] = runs;
  if (only !== undefined && runs.length === 1) return { run: only, depth };
  return {
    depth,
    run(frame) {
      for (let i = 0; i < runs.length; i++) {
        const end = runs[i]!(frame);
        if (end !== goOn) return end;
      }
      return goOn;
    },
  };
}

function compileStatement(statement: Statement): Block {
  switch (statement.kind) {
    case 'expression': {
      const code = compileExpression(statement.value);
      return charged([statement.value], (frame) => {
        code(frame);
        return goOn;
      });
    }
    case 'assign': {
      const code = compileExpression(statement.value);
      const assign = compileTarget(statement.target);
      return charged([statement.value, statement.target], (frame) => {
        assign(frame, code(frame));
        return goOn;
      });
    }
    case 'augment':
      return compileAugment(statement);
    case 'return': {
      const code = statement.value && compileExpression(statement.value);
      return charged(statement.value === undefined ? [] : [statement.value], (frame) => {
        frame.result = code === undefined ? null : code(frame);
        return leaveFunction;
      });
    }
    case 'break':
      return charged([], () => leaveLoop);
    case 'continue':
      return charged([], () => nextRound);
    case 'pass':
      return charged([], () => goOn);
    case 'for':
      return compileLoop(statement);
    case 'if':
      return compileCondition(statement);
    case 'def': {
      const make = compileFunction(statement.code!, statement.parameters, statement.body);
      const assign = compileTarget(statement.name);
      const defaults = statement.parameters.flatMap(({ value }) => value ?? []);
      return charged(defaults, (frame) => {
        assign(frame, make(frame));
        return goOn;
      });
    }
  }
}

/** Pays for all operations of the statement's expressions at once. */
function charged(expressions: readonly Expression[], run: Run): Block {
  const size = expressions.reduce((sum, each) => sum + each.size, 1);
  const depth = expressions.reduce((most, each) => Math.max(most, each.depth), 0);
  return {
    depth,
    run(frame) {
      frame.machine.meter.charge(size);
      return run(frame);
    },
  };
}

function compileAugment({ sign, at, target, ...rest }: Extract<Statement, { kind: 'augment' }>): Block {
  const code = compileExpression(rest.value);
  if (target.kind === 'index') {
    const of = compileExpression(target.of);
    const index = compileExpression(target.index);
    return charged([rest.value, target], (frame) => {
      const { machine } = frame;
      const whole = of(frame);
      const place = index(frame);
      machine.at = at;
      const before = itemAt(machine.meter, whole, place);
      const by = code(frame);
      machine.at = at;
      setItem(machine.meter, whole, place, augment(machine.meter, sign, before, by));
      return goOn;
    });
  }
  const read = compileExpression(target);
  const assign = compileTarget(target);
  return charged([rest.value, target], (frame) => {
    const before: Value = read(frame);
    const by = code(frame);
    frame.machine.at = at;
    assign(frame, augment(frame.machine.meter, sign, before, by));
    return goOn;
  });
}

function compileLoop({ items, target, body }: Extract<Statement, { kind: 'for' }>): Block {
  const code = compileExpression(items);
  const assign = compileTarget(target);
  const block = compileBlock(body);
  const { at } = items;
  const loop = charged([items, target], (frame) => {
    const value = code(frame);
    frame.machine.at = at;
    let result: End = goOn;
    walk(frame.machine.meter, value, (item) => {
      assign(frame, item);
      const end = block.run(frame);
      if (end !== leaveLoop && end !== leaveFunction) return true;
      if (end === leaveFunction) result = end;
      return false;
    });
    return result;
  });
  return { run: loop.run, depth: Math.max(loop.depth, block.depth + 4) };
}

function compileCondition({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): Block {
  const compiled = arms.map(({ condition, body }) => ({
    condition: compileExpression(condition),
    size: condition.size,
    depth: condition.depth,
    block: compileBlock(body),
  }));
  const rest = compileBlock(otherwise);
  return {
    depth: 1 + compiled.reduce((most, arm) => Math.max(most, arm.depth, arm.block.depth), rest.depth),
    run(frame) {
      for (const { condition, size, block } of compiled) {
        frame.machine.meter.charge(size);
        if (isTrue(condition(frame))) return block.run(frame);
      }
      return rest.run(frame);
    },
  };
}
