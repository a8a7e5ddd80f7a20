import { useEffect, useState } from 'react';
import { countOf, formatCount, formatShare } from '../../../lib/format-number.ts';
import { Badge } from '../../../ui/marks/badge.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconBraces, IconFlask, IconHelp, IconList, IconX } from '../../../ui/icons.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Note } from '../../../ui/layout/note.tsx';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import { eventFault } from '../../../editor/unit-tests/json-text.ts';
import styles from './explain.module.css';
import { unseenText } from './explain-notes.ts';
import { ExplanationView } from './explanation-view.tsx';
import type { Coverage, MutationScore } from './queries.ts';
import { pastedKey } from './use-study.ts';
import type { Asked, Study } from './use-study.ts';

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;

export interface ExplainedTestProps {
  study: Study;
  test: { key: string; name: string; resource: string };
}

/** In an open test: the question why, and its answer. */
export function ExplainedTest({ study, test }: ExplainedTestProps) {
  const isHere = study.explained?.key === test.key;
  return (
    <>
      <div>
        <Button
          size="xs"
          icon={<IconHelp {...icon} />}
          loading={isHere && study.explanation.isPending}
          disabledReason={eventFault(test.resource)}
          onClick={() => study.explain(test)}
        >
          Explain
        </Button>
      </div>
      {isHere && <Explained study={study} />}
    </>
  );
}

function Explained({ study }: { study: Study }) {
  const { data, failure, isOutdated } = study.explanation;
  if (!data && failure === undefined) return null;
  return (
    <section className={styles.explained} aria-label="Explanation" data-outdated={isOutdated || undefined}>
      <div className={styles.explainedHead}>
        <h3 className={styles.heading}>
          {data?.result === true ? 'Why it matches' : 'Why it does not match'}
        </h3>
        {isOutdated && <Badge tone="warning">changed since</Badge>}
        <span className={styles.push} />
        <Button size="xs" variant="quiet" icon={<IconX {...icon} />} onClick={study.leaveExplain}>
          Leave explain
        </Button>
      </div>
      {failure !== undefined && (
        <Note tone="danger" title="The rule could not be explained">
          {failure}
        </Note>
      )}
      {data && <ExplanationView explanation={data} />}
    </section>
  );
}

/** Below the tests: which lines and outcomes they reach, and which changes of the code they notice. */
export function StudyPanel({ study, testCount }: { study: Study; testCount: number }) {
  const [isPasting, setPasting] = useState(false);
  const noTests = testCount === 0 ? 'There are no unit tests to measure.' : undefined;
  return (
    <section className={styles.panel} aria-label="Coverage">
      <div className={styles.panelButtons}>
        <Button
          size="sm"
          icon={<IconList {...icon} />}
          loading={study.coverage.isPending}
          disabledReason={noTests}
          onClick={study.measureCoverage}
        >
          Coverage
        </Button>
        <Button
          size="sm"
          icon={<IconFlask {...icon} />}
          loading={study.mutation.isPending}
          disabledReason={noTests}
          tooltip="Changes the code a little, many times, and looks which changes the tests notice"
          onClick={study.tryMutations}
        >
          Mutation score
        </Button>
        <Button size="sm" variant="quiet" icon={<IconBraces {...icon} />} onClick={() => setPasting(true)}>
          Explain an event…
        </Button>
      </div>
      <Waiting asked={study.coverage} what="Running the tests line by line" />
      <Waiting asked={study.mutation} what="Changing the code and running the tests" mostSeconds={20} />
      <Answer asked={study.coverage} title="The coverage was not measured">
        {(data) => <CoverageResult coverage={data} />}
      </Answer>
      <Answer asked={study.mutation} title="The mutation score was not measured">
        {(data) => <MutationResult result={data} />}
      </Answer>
      {study.explained?.key === pastedKey && <Explained study={study} />}
      <PasteEvent
        isOpen={isPasting}
        onClose={() => setPasting(false)}
        onExplain={(resource) => study.explain({ key: pastedKey, name: pastedKey, resource })}
      />
    </section>
  );
}

function Answer<Data>(props: {
  asked: Asked<Data>;
  title: string;
  children: (data: Data) => React.ReactNode;
}) {
  const { asked, title, children } = props;
  if (asked.failure !== undefined)
    return (
      <Note tone="danger" title={title}>
        {asked.failure}
      </Note>
    );
  if (!asked.data) return null;
  return (
    <div className={styles.measured} data-outdated={asked.isOutdated || undefined}>
      {asked.isOutdated && <Badge tone="warning">changed since this run</Badge>}
      {children(asked.data)}
    </div>
  );
}

/** Seconds since it began, and a way to end it. */
function Waiting(props: { asked: Asked<unknown>; what: string; mostSeconds?: number }) {
  return props.asked.isPending ? <Counting {...props} /> : null;
}

function Counting({
  asked,
  what,
  mostSeconds,
}: {
  asked: Asked<unknown>;
  what: string;
  mostSeconds?: number;
}) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.waiting} role="status">
      <span>{`${what}, ${seconds} s${mostSeconds === undefined ? '' : ` of at most ${mostSeconds} s`}`}</span>
      <Button size="xs" variant="quiet" onClick={asked.cancel}>
        Cancel
      </Button>
    </div>
  );
}

function Share({ label, share, note }: { label: string; share: number | null; note: string }) {
  const percent = share === null ? 0 : Math.round(share * 100);
  return (
    <div className={styles.share}>
      <span>{label}</span>
      <span className={styles.meter} aria-hidden>
        <i style={{ width: `${percent}%` }} />
      </span>
      <b>{share === null ? '–' : formatShare(percent, 100)}</b>
      <span className={styles.quiet}>{note}</span>
    </div>
  );
}

function CoverageResult({ coverage }: { coverage: Coverage }) {
  const { lines, branches } = coverage;
  const reached = lines.filter(({ ran }) => ran).length;
  const seen = branches.reduce((sum, branch) => sum + Number(branch.sawTrue) + Number(branch.sawFalse), 0);
  const unseen = branches.filter(({ sawTrue, sawFalse }) => !(sawTrue && sawFalse));
  const missed = lines.filter(({ ran }) => !ran).map(({ line }) => line);
  return (
    <>
      <Share label="Lines" share={coverage.lineShare} note={`${reached} of ${lines.length}`} />
      <Share
        label="Outcomes"
        share={coverage.branchShare}
        note={`${seen} of ${branches.length * 2}, each condition true and false`}
      />
      {missed.length > 0 && <p className={styles.quiet}>{`Not reached: line ${missed.join(', ')}`}</p>}
      {unseen.length > 0 && (
        <ul className={styles.list} aria-label="Outcomes no test has seen">
          {unseen.map((branch) => (
            <li key={`${branch.line} ${branch.column}`}>
              <span className={styles.lineLink}>{branch.line}</span>
              <code>{unseenText(branch)}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function MutationResult({ result }: { result: MutationScore }) {
  const { mutants, possible, passingTests, score } = result;
  const survived = mutants.filter(({ isKilled }) => !isKilled);
  const tried =
    possible > mutants.length
      ? `${formatCount(mutants.length)} tried of ${formatCount(possible)}`
      : countOf(mutants.length, 'change');
  return (
    <>
      <Share
        label="Mutation score"
        share={score}
        note={`${mutants.length - survived.length} noticed, ${survived.length} survived, ${tried}`}
      />
      {passingTests === 0 && <p className={styles.quiet}>No test passes, so none can notice a change.</p>}
      {survived.length > 0 && (
        <ul className={styles.list} aria-label="Changes no test noticed">
          {survived.map((mutant) => (
            <li key={`${mutant.line} ${mutant.column} ${mutant.after}`}>
              <span className={styles.lineLink}>{mutant.line}</span>
              <span>
                <del>
                  <code>{mutant.before}</code>
                </del>
                {' → '}
                <ins>
                  <code>{mutant.after}</code>
                </ins>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PasteEvent(props: { isOpen: boolean; onClose: () => void; onExplain: (event: string) => void }) {
  const [text, setText] = useState('');
  const fault = text.trim() === '' ? undefined : eventFault(text);
  return (
    <Modal
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="Explain an event"
      width={650}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={text.trim() === '' || fault !== undefined}
            onClick={() => {
              props.onExplain(text);
              props.onClose();
            }}
          >
            Explain
          </Button>
        </>
      }
    >
      <TextArea
        label="Event"
        data-autofocus
        rows={14}
        mono
        help="One event as JSON"
        error={fault}
        value={text}
        onChange={setText}
      />
    </Modal>
  );
}
