import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EditorSkeleton } from '../../editor/frame/editor-panes.tsx';
import { useVersions } from '../../editor/history/use-versions.ts';
import { Page } from '../../ui/layout/page.tsx';
import { FailedState } from '../../ui/layout/states.tsx';
import { cloneDraft, draftOf, newDraft } from './policy-draft.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { policyShape } from './policy-shape.ts';
import { usePolicy } from './queries.ts';
import type { Policy } from './queries.ts';

const skeleton = <EditorSkeleton layout="rail" parts={['settings', 'code', 'tests']} />;

/** Changes a policy that exists. */
export function PolicyEditScreen({ id }: { id: string }) {
  const { data: policy } = usePolicy(id);
  return (
    <Page title="Edit Detection">{policy ? <EditExisting key={policy.id} policy={policy} /> : skeleton}</Page>
  );
}

function EditExisting({ policy }: { policy: Policy }) {
  const navigate = useNavigate();
  // Later reads of the policy must not take away what is typed here.
  const [start] = useState(() => draftOf(policy));
  const [first] = useState(policy);
  return (
    <PolicyEditor
      policy={first}
      start={start}
      onCancel={() =>
        void navigate({ to: '/build/detections/policies/$policyId/', params: { policyId: policy.id } })
      }
    />
  );
}

export interface NewPolicyProps {
  mitreTactic?: string | undefined;
  mitreTechnique?: string | undefined;
  /** The policy to start from. */
  relatedDetectionId?: string | undefined;
  /** Number of the version of it that is copied; its newest otherwise. */
  version?: number | undefined;
}

/** Writes a new policy: from the template, from a technique, or as the clone of another. */
export function NewPolicyScreen({
  mitreTactic,
  mitreTechnique,
  relatedDetectionId,
  version,
}: NewPolicyProps) {
  return (
    <Page title="New Detection">
      {relatedDetectionId === undefined ? (
        <Start
          key={`${mitreTactic} ${mitreTechnique}`}
          make={() => newDraft({ tactic: mitreTactic, technique: mitreTechnique })}
        />
      ) : (
        <Clone key={`${relatedDetectionId} ${version}`} id={relatedDetectionId} version={version} />
      )}
    </Page>
  );
}

function Clone({ id, version }: { id: string; version: number | undefined }) {
  const { data: policy } = usePolicy(id);
  const isEarlier = version !== undefined;
  const versions = useVersions(id, isEarlier);
  if (!policy || (isEarlier && versions.isPending)) return skeleton;
  if (!isEarlier) return <Start make={() => cloneDraft(policy)} />;
  const definition = policyShape.read(versions.data?.find(({ number }) => number === version)?.definition);
  return definition ? (
    <Start make={() => cloneDraft({ ...policy, ...definition })} />
  ) : (
    <FailedState
      title={`There is no version ${version} of ${id} to copy`}
      message="Open its history to see the versions there are."
    />
  );
}

function Start({ make }: { make: () => PolicyDraft }) {
  const navigate = useNavigate();
  const [start] = useState(make);
  return <PolicyEditor start={start} onCancel={() => void navigate({ to: '/build/detections/policies/' })} />;
}
