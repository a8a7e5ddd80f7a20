import type { DataModel, PythonModule, PythonRule, UnitTest } from '@margay/model';
import type { FunctionResult, TestedFunction } from '../tested-functions.ts';

/** Helpers and data models default to those of the loaded content. */
export interface StudyModules {
  globals?: PythonModule[];
  dataModels?: DataModel[];
}

export interface ExplainRequest extends StudyModules {
  rule: PythonRule;
  /** JSON text of the event. */
  event: string;
}

export type ExplainedLanguage = 'python' | 'yaml';
type PythonStepKind =
  | 'compare'
  | 'and'
  | 'or'
  | 'not'
  | 'all'
  | 'any'
  | 'call'
  | 'if-else'
  | 'value'
  | 'return';

/** One condition, in the order they were evaluated. Lines and columns count from 1; the end is exclusive. */
export interface ExplainStep {
  step: number;
  /** Of the text its line is in: the Python body, or the YAML of inline filters and simple detection. */
  language: ExplainedLanguage;
  kind: PythonStepKind | 'group' | 'elements';
  /** The statement it decides. */
  role: 'if' | 'while' | 'return' | null;
  /** In YAML the key it stands under: InlineFilters, Detection or DynamicSeverities. */
  function: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  text: string;
  /** As Python sees the value; null where it cannot say. */
  truth: boolean | null;
  /** JSON text where the value is JSON, cut. */
  value: string;
  /** What it compared or was called with. */
  reads: { text: string; value: string }[];
}

export interface Explanation {
  /** What `rule()` returned; false where inline filters keep the event from it, null when it failed. */
  result: boolean | null;
  error: string | null;
  /** In the body, where the error has one. */
  errorLine: number | null;
  traceback: string | null;
  /** The inline filters and the simple detection as steps and lines count in it; null where the rule has none. */
  yaml: string | null;
  steps: ExplainStep[];
  /** Steps left out because there were too many. */
  droppedSteps: number;
  /** The step that decided; null where none did. */
  decisive: number | null;
  /** The steps that decided inside of the functions it called, outermost first. */
  because: number[];
  /** Statements inside of functions, and conditions in YAML. */
  lines: { language: ExplainedLanguage; line: number; ran: boolean }[];
  functions: Partial<Record<TestedFunction, FunctionResult>>;
  output: string;
  microseconds: number;
}

export interface TimingRequest extends StudyModules {
  rule: PythonRule;
  /** JSON texts. */
  events: string[];
  /** For the events, and again for the lines; default 2 seconds. */
  budgetMs?: number;
}

/** What `rule()` costs. Lines count from 1; helpers count for the line that called them. */
export interface RuleTiming {
  /** Of each event that there was time for, the best of a few runs. */
  microseconds: number[];
  /** Events on which it raised. */
  failed: number;
  /** Events the lines were timed on. */
  lineEvents: number;
  /** Lines of functions that ran, with the sum over these events; watching them takes time as well. */
  lines: { line: number; hits: number; microseconds: number }[];
}

export interface CoverageRequest extends StudyModules {
  rule: PythonRule;
  tests: UnitTest[];
}

export interface Branch {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  text: string;
  sawTrue: boolean;
  sawFalse: boolean;
}

export interface TestCoverage {
  lines: { line: number; ran: boolean }[];
  branches: Branch[];
}

export interface MutationRequest extends CoverageRequest {
  /** Changes tried at most; default 120, spread over the body. */
  mostMutants?: number;
  /** Default 20 seconds. */
  budgetMs?: number;
}

/** One small change of the body. */
export interface Mutant {
  line: number;
  column: number;
  kind: 'flip' | 'negate' | 'swap' | 'constant' | 'return';
  before: string;
  after: string;
  /** The test that noticed it, or the error it led to; null: it survived. */
  killedBy: string | null;
}

export interface MutationResult {
  /** Only the ones that were tried. */
  mutants: Mutant[];
  /** Changes the body has in all. */
  possible: number;
  /** Tests that pass on the unchanged body: only they can notice. */
  passingTests: number;
}
