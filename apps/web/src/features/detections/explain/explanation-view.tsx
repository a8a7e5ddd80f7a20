import { countOf, formatCount } from '../../../lib/format-number.ts';
import { Badge } from '../../../ui/marks/badge.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconCircleX, IconMinus } from '../../../ui/icons.ts';
import { functionLabel } from '../../../editor/unit-tests/test-outcome.ts';
import styles from './explain.module.css';
import type { Explanation, ExplainStep } from './queries.ts';

export interface ExplanationViewProps {
  explanation: Explanation;
  /** Goes to a line of the code; the lines are plain numbers without it. */
  onLine?: ((step: ExplainStep) => void) | undefined;
}

/** Whether an inline filter decided, so that the rule itself was not asked. */
export function isKeptByFilters({ steps, decisive, result }: Explanation): boolean {
  const decided = steps.find(({ step }) => step === decisive);
  return result === false && decided?.function === 'InlineFilters';
}

/** Which condition decided, what each one read, and what the other functions answered. */
export function ExplanationView({ explanation, onLine }: ExplanationViewProps) {
  const { steps, decisive, because, droppedSteps, functions, output } = explanation;
  const byStep = new Map(steps.map((step) => [step.step, step]));
  const decided = decisive === null ? undefined : byStep.get(decisive);
  const tone = decided && toneOf(explanation, decided);
  const [ofRule, after] = splitSteps(steps);
  const reasons = because.flatMap((step) => byStep.get(step) ?? []);
  return (
    <div className={styles.view}>
      <p className={styles.verdict}>
        <Verdict explanation={explanation} />
        <span className={styles.quiet}>{countText(ofRule, explanation.microseconds)}</span>
      </p>
      {explanation.error !== null && (
        <div className={styles.decisive} data-tone="bad">
          <b>{explanation.errorLine === null ? 'Raised' : `Raised on line ${explanation.errorLine}`}</b>
          <code>{explanation.error}</code>
          {explanation.traceback && <pre className={styles.traceback}>{explanation.traceback}</pre>}
        </div>
      )}
      {decided && (
        <div className={styles.decisive} data-tone={tone} role="group" aria-label="What decided">
          <b>{decisiveTitle(explanation, decided)}</b>
          <span>
            <code>{decided.text}</code> is <code>{decided.value}</code>
            {decided.language === 'yaml'
              ? ` in ${decided.function}, line ${decided.line}`
              : ` on line ${decided.line}`}
          </span>
          <Reads step={decided} />
          {reasons.map((reason) => (
            <div key={reason.step} className={styles.reason}>
              {`because in ${reason.function}, line ${reason.line}: `}
              <code>{reason.text}</code> is <code>{reason.value}</code>
              <Reads step={reason} />
            </div>
          ))}
        </div>
      )}
      {steps.length === 0 && explanation.error === null && (
        <p className={styles.quiet}>The rule answered without a condition.</p>
      )}
      <Steps steps={ofRule} {...{ decisive, onLine, tone }} />
      {after.length > 0 && (
        <details className={styles.after}>
          <summary>{`${countOf(after.length, 'condition')} after the rule, in ${names(after)}`}</summary>
          <Steps steps={after} {...{ decisive, onLine, tone }} />
        </details>
      )}
      {droppedSteps > 0 && (
        <p className={styles.quiet}>{`${formatCount(droppedSteps)} more are not listed`}</p>
      )}
      {functions.length > 0 && (
        <dl className={styles.functions}>
          {functions.map(({ name, output: answer, error }) => (
            <div key={name}>
              <dt>{functionLabel(name)}</dt>
              <dd className={error === null ? undefined : styles.bad}>{error ?? answer ?? 'None'}</dd>
            </div>
          ))}
        </dl>
      )}
      {output !== '' && <CodeBlock label="Printed output" code={output.trimEnd()} wrap />}
    </div>
  );
}

/** A condition can hold and end the rule without a match: `if is_ours(event): return False`. */
function decisiveTitle(explanation: Explanation, decided: ExplainStep): string {
  if (explanation.result === true) return 'The condition that made it match';
  if (isKeptByFilters(explanation)) return 'The inline filter that keeps the event from the rule';
  return decided.truth === true ? 'The condition that ruled it out' : 'First condition that failed';
}

type Tone = 'good' | 'bad' | undefined;

function toneOf({ result }: Explanation, { truth }: ExplainStep): Tone {
  if (result === true) return 'good';
  return truth === true ? undefined : 'bad';
}

/** What the rule itself came to, helpers it called included, and what ran for its alert fields. */
function splitSteps(steps: readonly ExplainStep[]): [ExplainStep[], ExplainStep[]] {
  const end = steps.findLastIndex((step) => ofTheRule.has(step.function)) + 1;
  return end === 0 ? [[...steps], []] : [steps.slice(0, end), steps.slice(end)];
}

const ofTheRule = new Set(['rule', 'InlineFilters', 'Detection']);

const names = (steps: readonly ExplainStep[]) => [...new Set(steps.map((step) => step.function))].join(', ');

function Steps(props: {
  steps: readonly ExplainStep[];
  decisive: number | null;
  onLine: ((step: ExplainStep) => void) | undefined;
  /** Of the condition that decided, as its box has it. */
  tone: Tone;
}) {
  const { steps, decisive, onLine, tone } = props;
  return (
    <ol className={styles.steps} aria-label="Conditions in the order they ran">
      {steps.map((step) => (
        <li key={step.step} className={styles.step} data-decisive={step.step === decisive || undefined}>
          {onLine ? (
            <button
              type="button"
              className={styles.lineLink}
              aria-label={step.language === 'yaml' ? `YAML line ${step.line}` : `Line ${step.line}`}
              onClick={() => onLine(step)}
            >
              {step.line}
            </button>
          ) : (
            <span className={styles.lineLink}>{step.line}</span>
          )}
          <TruthGlyph truth={step.truth} tone={step.step === decisive ? tone : undefined} />
          <div className={styles.stepWords}>
            <span className={styles.stepText}>
              <code>{step.text}</code>
              {step.step === decisive && <Badge tone="accent">Decided</Badge>}
            </span>
            <Reads step={step} />
            <span className={styles.quiet}>
              is <code>{step.value}</code>
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Verdict({ explanation: { result, error } }: { explanation: Explanation }) {
  if (error !== null || result === null)
    return (
      <Badge tone="danger" icon={<IconAlertTriangle size={12} stroke={2} aria-hidden />}>
        Error
      </Badge>
    );
  return result ? (
    <Badge tone="success" icon={<IconCheck size={12} stroke={2} aria-hidden />}>
      Match
    </Badge>
  ) : (
    <Badge icon={<IconMinus size={12} stroke={2} aria-hidden />}>No match</Badge>
  );
}

function countText(steps: readonly ExplainStep[], microseconds: number): string {
  const reads = steps.reduce((sum, { reads: list }) => sum + list.length, 0);
  const held = steps.filter(({ truth }) => truth === true).length;
  const failed = steps.filter(({ truth }) => truth === false).length;
  return `${countOf(reads, 'value')} read, ${countOf(held, 'condition')} true, ${formatCount(failed)} false, ${formatCount(microseconds)} µs`;
}

function Reads({ step: { reads } }: { step: ExplainStep }) {
  if (reads.length === 0) return null;
  return (
    <ul className={styles.reads} aria-label="Values read">
      {reads.map(({ text, value }, index) => (
        <li key={index}>
          <code>{text}</code> = <code className={styles.value}>{value}</code>
        </li>
      ))}
    </ul>
  );
}

/** What a condition came to. Only the one that decided has a colour, the same as its box: true is not good by itself. */
function TruthGlyph({ truth, tone }: { truth: boolean | null; tone: Tone }) {
  const look = {
    size: 14,
    stroke: 1.5,
    role: 'img',
    className: tone ? styles[tone] : styles.quietGlyph,
  } as const;
  if (truth === null) return <IconMinus {...look} aria-label="Neither" />;
  return truth ? (
    <IconCircleCheck {...look} aria-label="True" />
  ) : (
    <IconCircleX {...look} aria-label="False" />
  );
}
