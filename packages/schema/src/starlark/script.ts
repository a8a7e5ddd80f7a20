import { builtins } from './builtins.ts';
import { call } from './call.ts';
import { compile } from './compile.ts';
import { FaultList, columnOf, lineOf, LimitFault, ScriptFault } from './fault.ts';
import type { At, SourceFault } from './fault.ts';
import { Meter } from './meter.ts';
import type { Limits } from './meter.ts';
import { parseSource } from './parse.ts';
import { resolveSource } from './resolve.ts';
import { eventOf } from './to-event.ts';
import type { Statement } from './tree.ts';
import { freeze } from './values.ts';
import type { Machine, Value } from './values.ts';

/** Characters of a source. */
export const longestSource = 64 * 1024;

/** What the top level may use, which runs once, when the script is loaded. */
const loadLimits: Limits = { steps: 200_000, bytes: 8 * 1_048_576, milliseconds: 2_000 };

export type ScriptOutcome = { steps: number } & (
  | { kind: 'event'; event: Record<string, unknown> }
  /** `limit` says that it asked for too much, and `isTime` that it was time. */
  | { kind: 'fault'; line: number; column: number; message: string; limit: boolean; isTime: boolean }
);

export interface Script {
  /** Calls `parse(log)`. Never throws; nothing of one run is seen by the next. */
  run(log: string, limits: Limits): ScriptOutcome;
}

/** Reads a source and runs its top level; every fault comes with its place. Never throws. */
export function loadScript(
  source: string,
  clock: () => number = () => performance.now(),
): { script: Script; faults: [] } | { script: undefined; faults: SourceFault[] } {
  const refused = (line: number, column: number, message: string) => ({
    script: undefined,
    faults: [{ line, column, message }],
  });
  if (source.length > longestSource) {
    return refused(1, 1, `The script has ${source.length} characters; at most ${longestSource} are taken.`);
  }
  try {
    return prepare(source.replaceAll('\r\n', '\n'), clock);
  } catch (cause) {
    // What the limits of depth let through must fit on the stack; where it does not, the source is refused all the same.
    if (!(cause instanceof RangeError)) throw cause;
    return refused(1, 1, 'The script is nested too deep.');
  }
}

function prepare(source: string, clock: () => number): ReturnType<typeof loadScript> {
  const list = new FaultList();
  const statements = parseSource(source, list);
  const { globals, top } = resolveSource(statements, builtins, list);
  if (list.faults.length === 0) checkEntryPoint(statements, list);
  if (list.faults.length > 0) {
    const faults = list.faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
    return { script: undefined, faults };
  }
  const meter = new Meter(clock);
  const machine: Machine = {
    meter,
    at: 0,
    depth: 0,
    running: [],
    globals: Array.from({ length: globals.length }, () => undefined),
  };
  const load = compile.body(statements).run;
  const failed = guarded(machine, loadLimits, () => {
    const locals = Array.from({ length: top.slots }, () => undefined);
    for (const { slot } of top.captured) (locals as unknown[])[slot] = { value: undefined };
    load({ machine, locals, frees: [], result: null });
    return undefined;
  });
  if (failed !== undefined) {
    return { script: undefined, faults: [{ ...failed, message: `While it is loaded, ${failed.message}.` }] };
  }
  freeze(machine.globals);
  const parse = machine.globals[globals.indexOf('parse')]!;
  const place = statements.find((each) => each.kind === 'def' && each.name.name === 'parse')?.at ?? 0;
  return { script: { run: (log, limits) => runOnce(machine, parse, place, log, limits) }, faults: [] };
}

function runOnce(machine: Machine, parse: Value, place: At, log: string, limits: Limits): ScriptOutcome {
  let event: Record<string, unknown> = {};
  const failed = guarded(machine, limits, () => {
    const result = call(machine, parse, [log]);
    machine.at = place;
    event = eventOf(machine.meter, result);
    return undefined;
  });
  const steps = machine.meter.used;
  return failed === undefined ? { kind: 'event', event, steps } : { kind: 'fault', ...failed, steps };
}

function guarded(
  machine: Machine,
  limits: Limits,
  work: () => void,
): { line: number; column: number; message: string; limit: boolean; isTime: boolean } | undefined {
  machine.meter.start(limits);
  machine.depth = 0;
  machine.running.length = 0;
  machine.at = 0;
  try {
    work();
    return undefined;
  } catch (cause) {
    const place = { line: lineOf(machine.at), column: columnOf(machine.at) };
    if (cause instanceof ScriptFault) {
      const limit = cause instanceof LimitFault;
      return { ...place, message: cause.message, limit, isTime: limit && cause.isTime };
    }
    // The engine's own limits (of the stack, of the length of a text) lie behind ours: a second line of defence.
    if (!(cause instanceof RangeError)) throw cause;
    return { ...place, message: 'it needs more than the engine can give', limit: true, isTime: false };
  }
}

function checkEntryPoint(statements: readonly Statement[], faults: FaultList): void {
  for (const statement of statements) {
    if (statement.kind !== 'def' || statement.name.name !== 'parse') continue;
    const [first, ...others] = statement.parameters;
    const isRight = first?.kind === 'plain' && first.name === 'log' && first.value === undefined;
    if (!isRight || others.length > 0)
      faults.add(statement.at, 'The script must define "def parse(log):", with this one parameter.');
    return;
  }
  faults.add(65_536 + 1, 'The script must define "def parse(log):".');
}
