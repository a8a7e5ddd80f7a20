import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EditorSkeleton } from '../../editor/frame/editor-panes.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FailedState } from '../../ui/layout/states.tsx';
import { useRule, useRuleVersions } from './queries.ts';
import type { Rule } from './queries.ts';
import { readDefinition } from './rule-definition.ts';
import { cloneDraft, derivedDraft, draftOf, newDraft } from './rule-draft.ts';
import { usualKind, type RuleKind } from './kinds/index.ts';
import { RuleEditor } from './rule-editor.tsx';

const skeleton = <EditorSkeleton layout="rail" parts={['settings', 'code', 'tests']} />;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The rule was just created: its tests run as its editor opens. */
    runTests?: boolean;
  }
}

/** Changes a rule that exists. */
export function RuleEditScreen({ id }: { id: string }) {
  const { data: rule } = useRule(id);
  return <Page title="Edit Detection">{rule ? <EditExisting key={rule.id} rule={rule} /> : skeleton}</Page>;
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
  kind?: RuleKind | undefined;
  /** Number of the version of the related rule that is copied; its newest otherwise. */
  version?: number | undefined;
}

/** Writes a new rule: from the template, from a technique, or as the clone of another. */
export function NewRuleScreen(props: NewRuleProps) {
  return (
    <Page title="New Detection">
      {props.relatedDetectionId === undefined ? (
        <NewRule
          key={`${props.mitreTactic} ${props.mitreTechnique} ${props.isSimpleDetection} ${props.kind}`}
          {...props}
        />
      ) : (
        <CloneRule
          key={`${props.relatedDetectionId} ${props.relationOperation} ${props.version}`}
          id={props.relatedDetectionId}
          version={props.version}
          isDerived={props.relationOperation === 'derive'}
        />
      )}
    </Page>
  );
}

function NewRule({ mitreTactic, mitreTechnique, isSimpleDetection = false, kind = usualKind }: NewRuleProps) {
  const [start] = useState(() =>
    newDraft({ tactic: mitreTactic, technique: mitreTechnique, isSimple: isSimpleDetection, kind }),
  );
  return <RuleEditor start={start} onCancel={useCancelNew()} />;
}

interface CloneProps {
  id: string;
  isDerived: boolean;
  version: number | undefined;
}

function CloneRule({ id, isDerived, version }: CloneProps) {
  const { data: rule } = useRule(id);
  const isEarlier = version !== undefined && !isDerived;
  const versions = useRuleVersions(id, isEarlier);
  if (!rule || (isEarlier && versions.isPending)) return skeleton;
  if (!isEarlier) return <EditClone rule={rule} isDerived={isDerived} />;
  const definition = readDefinition(versions.data?.find(({ number }) => number === version)?.definition);
  return definition ? (
    <EditClone rule={{ ...rule, ...definition }} isDerived={false} />
  ) : (
    <FailedState
      title={`There is no version ${version} of ${id} to copy`}
      message="Open its history to see the versions there are."
    />
  );
}

function EditClone({ rule, isDerived }: { rule: Rule; isDerived: boolean }) {
  const [start] = useState(() => (isDerived ? derivedDraft(rule) : cloneDraft(rule)));
  return <RuleEditor isClone start={start} onCancel={useCancelNew()} />;
}

function useCancelNew() {
  const navigate = useNavigate();
  return () => void navigate({ to: '/build/detections/' });
}
