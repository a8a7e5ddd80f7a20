import { useMemo, useState } from 'react';
import { PythonEditor } from '../../../editor/python/python-editor.tsx';
import { YamlEditor } from '../../../editor/yaml/yaml-editor.tsx';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { usePermission } from '../../../lib/session/session-context.tsx';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconHelp } from '../../../ui/icons.ts';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { FailedState, SkeletonLines } from '../../../ui/layout/states.tsx';
import styles from './explain.module.css';
import { explainNotes } from './explain-notes.ts';
import { ExplanationView, isKeptByFilters } from './explanation-view.tsx';
import { useExplanation } from './queries.ts';
import type { ExplainedLanguage, Explanation, ExplainPlace } from './queries.ts';

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
        {answer.data && <ExplainAnswer explanation={answer.data} />}
      </SideSheet>
    </>
  );
}

interface Place {
  language: ExplainedLanguage;
  line: number;
  column: number;
}

/** Which condition decided, in the texts of the rule and on the event. */
export function ExplainAnswer({ explanation }: { explanation: Explanation }) {
  const [goTo, setGoTo] = useState<Place>();
  const event = useMemo(() => JSON.parse(explanation.event) as unknown, [explanation.event]);
  const { yaml, body } = explanation;
  return (
    <div className={styles.answer}>
      <ExplanationView
        explanation={explanation}
        onLine={({ language, line }) => setGoTo({ language, line, column: 1 })}
      />
      {yaml !== null && (
        <ExplainedText
          title={yamlTitle(yaml)}
          help="Dimmed conditions were not asked. Behind a line is what it read."
          language="yaml"
          text={yaml}
          {...{ explanation, goTo }}
        />
      )}
      {body.trim() !== '' && (
        <ExplainedText
          title="Code"
          help={
            isKeptByFilters(explanation)
              ? 'It did not run: the inline filters keep this event from it.'
              : 'Dimmed lines did not run. Behind a line is what it read.'
          }
          language="python"
          text={body}
          {...{ explanation, goTo }}
        />
      )}
      <section>
        <h3 className={styles.heading}>Event</h3>
        <JsonTree label="Event" value={event} />
      </section>
    </div>
  );
}

function yamlTitle(yaml: string): string {
  if (!/^Detection:/m.test(yaml)) return 'Inline filters';
  return yaml.startsWith('InlineFilters:') ? 'Inline filters and detection' : 'Detection';
}

function ExplainedText(props: {
  title: string;
  help: string;
  language: ExplainedLanguage;
  text: string;
  explanation: Explanation;
  goTo: Place | undefined;
}) {
  const { title, help, language, explanation, goTo } = props;
  const notes = useMemo(() => explainNotes(explanation, language), [explanation, language]);
  const text = props.text.trimEnd();
  const Editor = language === 'yaml' ? YamlEditor : PythonEditor;
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <p className={styles.quiet}>{help}</p>
      {/* The height is known before the editor is: 20 px a line and 8 above and below. */}
      <div className={styles.code} style={{ height: Math.min(480, text.split('\n').length * 20 + 16) }}>
        <Editor
          label={language === 'yaml' ? 'YAML of the rule' : 'Code of the rule'}
          value={text}
          readOnly
          notes={notes}
          goTo={goTo?.language === language ? goTo : undefined}
        />
      </div>
    </section>
  );
}
