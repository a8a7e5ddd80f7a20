import type { WireContent, WireRejection, WorkerMessage, WorkerRequest } from './messages.ts';
import type { GuardedCall, Python } from './python.ts';

export type Send = (message: WorkerMessage) => void;
type Request<T extends WorkerRequest['type']> = Extract<WorkerRequest, { type: T }>;

/** What is loaded one after the other; the place in this list is the unit in the slot. */
export type LoadStep =
  | { kind: 'global'; id: string }
  | { kind: 'data-model'; id: string; text: string }
  | { kind: 'rule'; id: string; text: string; rule: number; wantsAnalysis: boolean };

export function loadSteps(content: WireContent): LoadStep[] {
  // What is confined was loaded, and told of, where it is shared.
  const isWanted = (module: { isConfined?: boolean }) => !content.isApart || module.isConfined === false;
  return [
    ...content.globals.filter(isWanted).map(({ id }) => ({ kind: 'global' as const, id })),
    ...content.dataModels.filter(isWanted).map((model) => ({
      kind: 'data-model' as const,
      id: model.id,
      text: JSON.stringify(model),
    })),
    ...content.rules.map((rule) => ({
      kind: 'rule' as const,
      id: rule.id,
      text: JSON.stringify(rule),
      rule: rule.number,
      wantsAnalysis: rule.wantsAnalysis,
    })),
  ];
}

/** Loads everything but the excluded steps, and sends what was rejected and what the texts of the rules tell. */
export function loadContent(python: Python, request: Request<'load'>, send: Send): void {
  const { content, loadMs } = request;
  beginContent(python, content);
  for (const [unit, step] of loadSteps(content).entries()) {
    if (request.excluded.includes(unit)) continue;
    const rejection = rejectionOf(
      python.guard(unit, loadMs, () => loadStep(python, step)),
      step,
      loadMs,
    );
    if (!isWhole(python, unit, loadMs))
      throw python.doubt({ unit, budgetMs: loadMs, position: 0, isSingle: false }, brokenRuntime);
    if (rejection) send({ type: 'rejected', rejection });
    else if (step.kind === 'rule' && step.wantsAnalysis) sendAnalysis(python, unit, step.rule, loadMs, send);
  }
}

export const brokenRuntime = 'the body changes the runtime of detections';

const probeText = '{"matches": [{"dedup": "defaultDedupString:probe", "eventIndex": 0}], "errors": []}';

export function isWhole(python: Python, unit: number, loadMs: number): boolean {
  const probe = () => python.guard(unit, loadMs, () => python.entry.probe());
  const first = probe();
  // An interruption meant for the body may come late.
  return (first.interruption === 'stray' ? probe() : first).value === probeText;
}

export function beginContent(python: Python, content: WireContent): void {
  const globals = Object.fromEntries(content.globals.map((module) => [module.id, module.body]));
  python.entry.begin(JSON.stringify({ globals, limits: content.limits }));
}

export function loadStep(python: Python, step: LoadStep): string | undefined {
  if (step.kind === 'global') return python.entry.load_global(step.id);
  if (step.kind === 'data-model') return python.entry.load_model(step.text);
  return python.entry.load_rule(step.rule, step.text);
}

const longestAnalysis = 1_000_000;
const longestReason = 2000;

export function sendAnalysis(python: Python, unit: number, rule: number, loadMs: number, send: Send): void {
  const { value } = python.guard(unit, loadMs, () => python.entry.analyse_rule(rule));
  if (typeof value === 'string' && value.length <= longestAnalysis)
    send({ type: 'analysis', rule, text: value });
}

export function rejectionOf(
  call: GuardedCall<string | undefined>,
  step: { kind: WireRejection['kind']; id: string },
  loadMs: number,
): WireRejection | undefined {
  const { kind, id } = step;
  if (call.interruption === 'stopped') return { kind, id, error: tooSlowToLoad(loadMs) };
  if (call.error !== undefined) return { kind, id, error: call.error };
  if (call.value === undefined) return undefined;
  return { ...readReason(call.value), kind, id };
}

/** Made by our content.py, in an interpreter where somebody's body has just run. */
function readReason(text: string): Pick<WireRejection, 'error' | 'line' | 'column' | 'traceback'> {
  let told: Partial<Record<string, unknown>> = {};
  try {
    told = (JSON.parse(text) as typeof told | null) ?? {};
  } catch {
    // told below
  }
  const words = (value: unknown) => (typeof value === 'string' ? value.slice(0, longestReason) : undefined);
  const place = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined);
  return {
    error: words(told['error']) ?? 'RuntimeError: it does not load, and the reason cannot be read',
    line: place(told['line']),
    column: place(told['column']),
    traceback: words(told['traceback']),
  };
}

export const tooSlowToLoad = (loadMs: number): string =>
  `TimeoutError: loading took longer than ${loadMs} ms`;

export const tooSlowToTest = (testMs: number): string =>
  `TimeoutError: the test took longer than ${testMs} ms`;

/** The result of a test that could not run, as JSON text of the shape our Python runtime gives. */
export function failedTest(
  test: { name: string; expectedResult: boolean },
  reason: { error: string; line?: number },
): string {
  return JSON.stringify({
    testName: test.name,
    passed: false,
    expectedResult: test.expectedResult,
    result: null,
    triggersAlert: false,
    error: reason.error,
    line: reason.line,
    functions: {},
    output: '',
    microseconds: 0,
  });
}

export function checkBody(python: Python, request: Request<'check'>): string {
  const call = python.guard(0, request.loadMs, () => python.entry.check(request.body, request.kind));
  if (call.value !== undefined) return call.value;
  return tooComplexToRead(
    call.interruption === 'stopped' ? 'The body takes too long to be read.' : (call.error ?? ''),
  );
}

/** The one diagnostic of a body the parser gave up on, as JSON text. */
export function tooComplexToRead(message: string): string {
  return JSON.stringify([
    { severity: 'error', code: 'TooComplex', message, line: 1, column: 1, endLine: 1, endColumn: 1 },
  ]);
}
