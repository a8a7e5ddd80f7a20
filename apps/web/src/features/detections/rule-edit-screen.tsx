import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import shared from './detections.module.css';
import styles from './rule-editor.module.css';
import { useRule } from './queries.ts';
import type { Rule } from './queries.ts';
import { cloneDraft, derivedDraft, draftOf, newDraft } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';

/** The panes of the editor while the rule is on its way. */
export function EditorSkeleton() {
  return (
    <div className={styles.editor}>
      <div className={styles.headSkeleton} />
      <div className={styles.panes}>
        {['settings', 'code', 'tests'].map((pane) => (
          <div key={pane} className={shared.skeletonPane}>
            <SkeletonLines lines={10} label={`Loading the ${pane}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The rule was just created: its tests run as its editor opens. */
    runTests?: boolean;
  }
}

/** Changes a rule that exists. */
export function RuleEditScreen({ id }: { id: string }) {
  const { data: rule } = useRule(id);
  return (
    <Page title="Edit Detection">
      {rule ? <EditExisting key={rule.id} rule={rule} /> : <EditorSkeleton />}
    </Page>
  );
}

function EditExisting({ rule }: { rule: Rule }) {
  const navigate = useNavigate();
  // Later reads of the rule must not take away what is typed here.
  const [start] = useState(() => draftOf(rule));
  const runsTests = useLocation({ select: ({ state }) => state.runTests === true });
  return (
    <RuleEditor
      rule={rule}
      start={start}
      runsTests={runsTests}
      onCancel={() => void navigate({ to: '/build/detections/rules/$ruleId/', params: { ruleId: rule.id } })}
    />
  );
}

export interface NewRuleProps {
  mitreTactic?: string | undefined;
  mitreTechnique?: string | undefined;
  /** The rule to start from. */
  relatedDetectionId?: string | undefined;
  /** `derive`: the new rule follows the related one; otherwise it is a copy. */
  relationOperation?: string | undefined;
  isSimpleDetection?: boolean | undefined;
}

/** Writes a new rule: from the template, from a technique, or as the clone of another. */
export function NewRuleScreen(props: NewRuleProps) {
  return (
    <Page title="New Detection">
      {props.relatedDetectionId === undefined ? (
        <NewRule key={`${props.mitreTactic} ${props.mitreTechnique} ${props.isSimpleDetection}`} {...props} />
      ) : (
        <CloneRule
          key={`${props.relatedDetectionId} ${props.relationOperation}`}
          id={props.relatedDetectionId}
          isDerived={props.relationOperation === 'derive'}
        />
      )}
    </Page>
  );
}

function NewRule({ mitreTactic, mitreTechnique, isSimpleDetection = false }: NewRuleProps) {
  const [start] = useState(() =>
    newDraft({ tactic: mitreTactic, technique: mitreTechnique, isSimple: isSimpleDetection }),
  );
  return <RuleEditor start={start} onCancel={useCancelNew()} />;
}

function CloneRule({ id, isDerived }: { id: string; isDerived: boolean }) {
  const { data: rule } = useRule(id);
  return rule ? <EditClone rule={rule} isDerived={isDerived} /> : <EditorSkeleton />;
}

function EditClone({ rule, isDerived }: { rule: Rule; isDerived: boolean }) {
  const [start] = useState(() => (isDerived ? derivedDraft(rule) : cloneDraft(rule)));
  return <RuleEditor isClone start={start} onCancel={useCancelNew()} />;
}

function useCancelNew() {
  const navigate = useNavigate();
  return () => void navigate({ to: '/build/detections/' });
}
