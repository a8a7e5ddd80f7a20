import { useMemo, useState } from 'react';
import { PythonEditor } from '../../../editor/python/python-editor.tsx';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { usePermission } from '../../../lib/session/session-context.tsx';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { Button } from '../../../ui/button.tsx';
import { IconHelp } from '../../../ui/icons.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { FailedState, SkeletonLines } from '../../../ui/states.tsx';
import styles from './explain.module.css';
import { explainNotes } from './explain-notes.ts';
import { ExplanationView } from './explanation-view.tsx';
import { useExplanation } from './queries.ts';
import type { Explanation, ExplainPlace } from './queries.ts';

/** A button that runs the rule on a stored event again, and shows which condition decided. */
export function ExplainButton(place: ExplainPlace) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useWindowWidth() < 768;
  const mayRead = usePermission('RuleRead');
  const answer = useExplanation(place, isOpen && mayRead);
  if (!mayRead) return null;
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<IconHelp size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Why did this match?
      </Button>
      <SideSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width={isNarrow ? 'form' : 'format'}
        title={answer.data?.result === false ? 'Why it does not match' : 'Why it matched'}
        subtitle={
          answer.data &&
          `${answer.data.detectionId}, ${place.alertId === undefined ? 'as it is saved' : 'the version that made the alert'}, ran again on this event`
        }
      >
        {answer.isError && (
          <FailedState
            title="The rule could not be run again"
            message={failureText(answer.error)}
            onRetry={() => void answer.refetch()}
          />
        )}
        {answer.isPending && <SkeletonLines lines={12} label="Running the rule on the event" />}
        {answer.data && <Answer explanation={answer.data} />}
      </SideSheet>
    </>
  );
}

function Answer({ explanation }: { explanation: Explanation }) {
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const notes = useMemo(() => explainNotes(explanation), [explanation]);
  const event = useMemo(() => JSON.parse(explanation.event) as unknown, [explanation.event]);
  const lines = explanation.body.trimEnd().split('\n').length;
  return (
    <div className={styles.answer}>
      <ExplanationView explanation={explanation} onLine={(line) => setGoTo({ line, column: 1 })} />
      <section>
        <h3 className={styles.heading}>Code</h3>
        <p className={styles.quiet}>Dimmed lines did not run. Behind a line is what it read.</p>
        {/* The height is known before the editor is: 20 px a line and 8 above and below. */}
        <div className={styles.code} style={{ height: Math.min(480, lines * 20 + 16) }}>
          <PythonEditor
            label="Code of the rule"
            value={explanation.body.trimEnd()}
            readOnly
            notes={notes}
            goTo={goTo}
          />
        </div>
      </section>
      <section>
        <h3 className={styles.heading}>Event</h3>
        <JsonTree label="Event" value={event} />
      </section>
    </div>
  );
}
