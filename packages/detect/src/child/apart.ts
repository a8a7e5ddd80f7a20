import type { Image } from './image.ts';
import type { Run, WireContent, WireRejection, WireRule } from './messages.ts';
import type { Python } from './python.ts';
import {
  type EvaluateRequest,
  finishRun,
  positionsOf,
  readBatch,
  RuleRun,
  type RunsDone,
  type Send,
} from './runs.ts';
import {
  beginContent,
  brokenRuntime,
  isWhole,
  type LoadStep,
  loadStep,
  loadSteps,
  rejectionOf,
  sendAnalysis,
} from './work.ts';

/** What a detection's loading counts as. */
interface Begun {
  unit: number;
  budgetMs: number;
  position: number;
  isSingle?: boolean;
}

/**
 * An interpreter for detections whose text leaves open what they reach. Each finds it as it was before any of them:
 * an image of its memory is put back between them, and the seal lets nothing else outlive a detection.
 */
export class Apart {
  private readonly python: Python;
  private readonly content: WireContent;
  private readonly clean: Image;
  private readonly rules: Map<number, WireRule>;
  /** Something has run since the image was taken or put back. */
  private isUsed = false;

  constructor(python: Python, content: WireContent) {
    this.python = python;
    this.content = content;
    this.rules = new Map(content.rules.map((rule) => [rule.number, rule]));
    beginContent(python, content);
    this.clean = python.image();
  }

  /** Loads each module once, to see whether it loads and what its text tells. */
  check(excluded: readonly number[], loadMs: number, send: Send): void {
    const { python } = this;
    for (const [unit, step] of loadSteps(this.content).entries()) {
      if (excluded.includes(unit)) continue;
      this.use();
      const call = python.guard(unit, loadMs, () => loadStep(python, step));
      const rejection = rejectionOf(call, step, loadMs) ?? this.brokenBy(unit, step, loadMs);
      if (rejection) send({ type: 'rejected', rejection });
      else if (step.kind === 'rule' && step.wantsAnalysis)
        sendAnalysis(python, unit, step.rule, loadMs, send);
      this.leave();
    }
  }

  /** It would break nobody else's runtime, but it has none either. */
  private brokenBy(unit: number, { kind, id }: LoadStep, loadMs: number): WireRejection | undefined {
    return isWhole(this.python, unit, loadMs)
      ? undefined
      : { kind, id, error: `RuntimeError: ${brokenRuntime}` };
  }

  evaluate(request: EvaluateRequest, send: Send): RunsDone {
    const { python } = this;
    const positions = positionsOf(request);
    const done: RunsDone = { microseconds: [], waited: [], grown: [] };
    for (const run of request.runs) {
      this.use();
      readBatch(python, { ...request, isCareful: true });
      if (this.loads(run, request, send))
        finishRun(done, new RuleRun(python, run, positions, request.budgets, send), python);
      else {
        done.microseconds.push(0);
        done.waited.push(0);
        done.grown.push(0);
      }
    }
    this.leave();
    return done;
  }

  /** The interpreter as it was before any detection, for one of them. Putting it back is most of what running apart costs. */
  private use(): void {
    if (this.isUsed) this.clean.restore();
    this.isUsed = true;
  }

  /** Nothing of a detection stays while the interpreter is idle. */
  private leave(): void {
    this.clean.restore();
    this.isUsed = false;
  }

  /** A clean interpreter with the data models that a rule's events may ask for. Why it does not come about, if so. */
  begin(rule: WireRule, begun: Begun): WireRejection | undefined {
    this.use();
    return this.prepare(rule, begun);
  }

  private prepare(rule: WireRule, begun: Begun): WireRejection | undefined {
    const { entry } = this.python;
    entry.begin_detection();
    for (const model of this.content.dataModels) {
      if (!model.logTypes.some((logType) => rule.logTypes.includes(logType))) continue;
      const call = this.guard(begun, () => entry.load_model(JSON.stringify(model)));
      // A model that does not load is told once, by `check`; its log types then have none.
      if (call.interruption === 'stopped')
        return rejectionOf(call, { kind: 'data-model', id: model.id }, begun.budgetMs);
    }
    return undefined;
  }

  private loads(run: Run, request: EvaluateRequest, send: Send): boolean {
    const rule = this.rules.get(run.rule)!;
    const begun = {
      unit: run.rule,
      budgetMs: request.budgets.capMs,
      position: run.start,
      isSingle: run.isSingle,
    };
    const rejection =
      this.prepare(rule, begun) ??
      rejectionOf(
        this.guard(begun, () => this.python.entry.load_rule(run.rule, JSON.stringify(rule))),
        { kind: 'rule', id: rule.id },
        begun.budgetMs,
      );
    if (!rejection) return true;
    const notEvaluated = run.stop - run.start;
    const error = `${rejection.error}; ${notEvaluated} events of the batch were not evaluated`;
    const outcome = {
      rule: run.rule,
      matches: [],
      errors: [{ eventIndex: -1, error }],
      timeouts: 1,
      notEvaluated,
    };
    send({ type: 'outcome', outcome, sequence: 0, characters: error.length });
    return false;
  }

  private guard<T>({ unit, budgetMs, position, isSingle }: Begun, action: () => T) {
    return this.python.guard(unit, budgetMs, action, position, isSingle);
  }
}
