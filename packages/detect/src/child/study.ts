import type { Apart } from './apart.ts';
import type { WireStudy, WorkerMessage, WorkerRequest } from './messages.ts';
import type { GuardedCall, Python } from './python.ts';

type Send = (message: WorkerMessage) => void;
type StudyRequest = Extract<WorkerRequest, { type: 'study' }>;

/** Runs one study and sends its pieces as they come, each as JSON text. Ends early where the body does not load. */
export function runStudy(python: Python, apart: Apart, request: StudyRequest, send: Send): void {
  const part = (index: number, text: string) => send({ type: 'study-part', index, text });
  const { study, loadMs } = request;
  const rejection = apart.begin(study.rule, { unit: 0, budgetMs: loadMs, position: -1 });
  if (rejection) {
    part(-1, failedPart(rejection.error));
    return;
  }
  if (study.kind === 'explain') explain(python, study, request, part);
  else if (study.kind === 'timing') time(python, study, request, part);
  else if (study.kind === 'coverage') cover(python, study, request, part);
  else mutate(python, study, request, part);
}

type Part = (index: number, text: string) => void;

/** JSON text for a call that gave no value. */
export const failedPart = (error: string): string => JSON.stringify({ failure: error });

const failureOf = (call: GuardedCall<unknown>, ms: number): string =>
  call.interruption === 'stopped'
    ? `TimeoutError: it took longer than ${ms} ms`
    : (call.error ?? 'it gave nothing');

function explain(
  python: Python,
  { rule, event }: Extract<WireStudy, { kind: 'explain' }>,
  { testMs }: StudyRequest,
  part: Part,
): void {
  const call = python.guard(0, testMs, () => python.entry.explain(JSON.stringify(rule), event), 0, true);
  part(-1, call.value ?? failedPart(failureOf(call, testMs)));
}

function time(
  python: Python,
  { rule, events, budgetMs }: Extract<WireStudy, { kind: 'timing' }>,
  { testMs }: StudyRequest,
  part: Part,
): void {
  const mostMs = testMs + 2 * budgetMs;
  const call = python.guard(
    0,
    mostMs,
    () => python.entry.time_rule(JSON.stringify(rule), events, budgetMs / 1000),
    0,
    true,
  );
  part(-1, call.value ?? failedPart(failureOf(call, mostMs)));
}

function cover(
  python: Python,
  { rule, tests }: Extract<WireStudy, { kind: 'coverage' }>,
  { testMs, loadMs, from }: StudyRequest,
  part: Part,
): void {
  const begun = python.guard(0, loadMs, () => python.entry.begin_coverage(JSON.stringify(rule)), -1);
  const fault = begun.value ?? (begun.error === undefined ? undefined : failureOf(begun, loadMs));
  if (fault !== undefined) {
    part(-1, failedPart(fault));
    return;
  }
  for (const [index, test] of tests.entries()) {
    if (index < from) continue;
    python.guard(0, testMs, () => python.entry.cover_test(JSON.stringify(test)), index, true);
  }
  const call = python.guard(0, loadMs, () => python.entry.coverage_result(), -1);
  part(-1, call.value ?? failedPart(failureOf(call, loadMs)));
}

function mutate(
  python: Python,
  { rule, tests, most, budgetMs }: Extract<WireStudy, { kind: 'mutants' }>,
  { testMs, loadMs, from }: StudyRequest,
  part: Part,
): void {
  const endsAt = performance.now() + budgetMs;
  const begun = python.guard(
    0,
    loadMs + testMs,
    () => python.entry.begin_mutants(JSON.stringify(rule), JSON.stringify(tests), most),
    -1,
  );
  part(-1, begun.value ?? failedPart(failureOf(begun, loadMs + testMs)));
  const plan = JSON.parse(begun.value ?? '{}') as { mutants?: unknown[] }; // made by our mutants.py
  for (const index of (plan.mutants ?? []).keys()) {
    if (index < from) continue;
    if (performance.now() > endsAt) return;
    const call = python.guard(0, testMs, () => python.entry.run_mutant(index), index, true);
    const failure = call.error === undefined ? undefined : failureOf(call, testMs);
    part(index, JSON.stringify({ killedBy: failure ?? call.value ?? null }));
  }
}
