import type { Compile } from './code.ts';
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

/** See `Compile`. */
export function compileBody(statements: readonly Statement[], compile: Compile): ReturnType<Compile['body']> {
  const { run, depth } = compileBlock(statements, compile);
  return { run: (frame) => (run(frame) === leaveFunction ? frame.result : null), depth };
}

interface Block {
  run: Run;
  depth: number;
}

function compileBlock(statements: readonly Statement[], compile: Compile): Block {
  const compiled = statements.map((each) => compileStatement(each, compile));
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

function compileStatement(statement: Statement, compile: Compile): Block {
  switch (statement.kind) {
    case 'expression': {
      const code = compile.expression(statement.value);
      return charged([statement.value], (frame) => {
        code(frame);
        return goOn;
      });
    }
    case 'assign': {
      const code = compile.expression(statement.value);
      const assign = compileTarget(statement.target, compile);
      return charged([statement.value, statement.target], (frame) => {
        assign(frame, code(frame));
        return goOn;
      });
    }
    case 'augment':
      return compileAugment(statement, compile);
    case 'return': {
      const code = statement.value && compile.expression(statement.value);
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
      return compileLoop(statement, compile);
    case 'if':
      return compileCondition(statement, compile);
    case 'def': {
      const make = compileFunction(statement.code!, statement.parameters, statement.body, compile);
      const assign = compileTarget(statement.name, compile);
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

function compileAugment(
  { sign, at, target, ...rest }: Extract<Statement, { kind: 'augment' }>,
  compile: Compile,
): Block {
  const code = compile.expression(rest.value);
  if (target.kind === 'index') {
    const of = compile.expression(target.of);
    const index = compile.expression(target.index);
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
  const read = compile.expression(target);
  const assign = compileTarget(target, compile);
  return charged([rest.value, target], (frame) => {
    const before: Value = read(frame);
    const by = code(frame);
    frame.machine.at = at;
    assign(frame, augment(frame.machine.meter, sign, before, by));
    return goOn;
  });
}

function compileLoop({ items, target, body }: Extract<Statement, { kind: 'for' }>, compile: Compile): Block {
  const code = compile.expression(items);
  const assign = compileTarget(target, compile);
  const block = compileBlock(body, compile);
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

function compileCondition({ arms, otherwise }: Extract<Statement, { kind: 'if' }>, compile: Compile): Block {
  const compiled = arms.map(({ condition, body }) => ({
    condition: compile.expression(condition),
    size: condition.size,
    depth: condition.depth,
    block: compileBlock(body, compile),
  }));
  const rest = compileBlock(otherwise, compile);
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
