import { invalidInput } from '@margay/kit';
import type { PythonRule } from '@margay/model';
import type * as z from 'zod';
import type { WireStudy } from '../child/messages.ts';
import type { FunctionLimits } from '../contract.ts';
import { wireRule } from '../loaded.ts';
import type {
  CoverageRequest,
  Explanation,
  ExplainRequest,
  Mutant,
  MutationRequest,
  MutationResult,
  RuleTiming,
  StudyModules,
  TestCoverage,
  TimingRequest,
} from './contract.ts';
import { explainOwn } from './explain-own.ts';
import {
  coverageSchema,
  explanationSchema,
  failureSchema,
  mutantSchema,
  mutationPlanSchema,
  timingSchema,
  type studyPartsSchema,
} from './replies.ts';

/** Asks the child process for one study. */
export type AskStudy = (
  study: WireStudy,
  rule: PythonRule,
  modules: StudyModules,
) => Promise<z.infer<typeof studyPartsSchema>>;

export async function explainRule(
  ask: AskStudy,
  request: ExplainRequest,
  limits: FunctionLimits,
): Promise<Explanation> {
  const { rule, event } = request;
  const own = explainOwn(rule, event, limits);
  if (own?.isWhole) return own.explanation;
  const { whole } = await ask({ kind: 'explain', rule: wired(rule), event }, rule, request);
  const python = read(whole, explanationSchema, rule);
  return behind(own?.explanation, {
    ...python,
    yaml: null,
    steps: python.steps.map((step) => ({ ...step, language: 'python' })),
    lines: python.lines.map((line) => ({ ...line, language: 'python' })),
  });
}

/** What Python says of an event that the inline filters let through, after what they say. */
function behind(filters: Explanation | undefined, python: Explanation): Explanation {
  if (!filters) return python;
  const before = filters.steps.length;
  return {
    ...python,
    yaml: filters.yaml,
    steps: [...filters.steps, ...python.steps.map((step) => ({ ...step, step: step.step + before }))],
    droppedSteps: filters.droppedSteps + python.droppedSteps,
    decisive: python.decisive === null ? null : python.decisive + before,
    because: python.because.map((step) => step + before),
    lines: [...filters.lines, ...python.lines],
    microseconds: filters.microseconds + python.microseconds,
  };
}

export async function timeRule(ask: AskStudy, request: TimingRequest): Promise<RuleTiming> {
  const { rule, events, budgetMs = 2_000 } = request;
  const study = { kind: 'timing', rule: wired(rule), events: `[${events.join(',')}]`, budgetMs } as const;
  const { whole } = await ask(study, rule, request);
  return read(whole, timingSchema, rule);
}

export async function coverRule(ask: AskStudy, request: CoverageRequest): Promise<TestCoverage> {
  const { rule, tests } = request;
  const { whole } = await ask({ kind: 'coverage', rule: wired(rule), tests }, rule, request);
  return read(whole, coverageSchema, rule);
}

export async function mutateRule(ask: AskStudy, request: MutationRequest): Promise<MutationResult> {
  const { rule, tests, mostMutants: most = 120, budgetMs = 20_000 } = request;
  const study = { kind: 'mutants', rule: wired(rule), tests, most, budgetMs } as const;
  const { whole, parts } = await ask(study, rule, request);
  const plan = read(whole, mutationPlanSchema, rule);
  const mutants = plan.mutants.flatMap((mutant, index): Mutant[] => {
    const part = parts[index];
    if (part === undefined || part === null) return [];
    const outcome = mutantSchema.safeParse(jsonOf(part));
    return [{ ...mutant, killedBy: outcome.success ? outcome.data.killedBy : 'it cannot be read' }];
  });
  return { mutants, possible: plan.total, passingTests: plan.tests };
}

function wired(rule: PythonRule) {
  if (rule.body.trim() === '')
    throw invalidInput(
      `The detection ${rule.id} has no Python body, so it cannot be explained line by line. Choose one with a body.`,
      { code: 'NoPythonBody' },
    );
  return wireRule(rule, 0, false);
}

function read<T>(text: string, schema: z.ZodType<T>, rule: PythonRule): T {
  const value = jsonOf(text);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const failure = failureSchema.safeParse(value);
  const reason = failure.success ? reasonOf(failure.data.failure) : reasonOf(text);
  throw invalidInput(`The rule ${rule.id} could not be run: ${reason}`, { code: 'RuleDoesNotRun' });
}

/** A body that does not load is told as `{error, line?}`. */
function reasonOf(text: string): string {
  const rejection = jsonOf(text);
  if (typeof rejection !== 'object' || rejection === null || !('error' in rejection))
    return text.slice(0, 500) || 'it gave nothing';
  const line = 'line' in rejection ? `line ${String(rejection.line)}: ` : '';
  return `${line}${String(rejection.error)}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
