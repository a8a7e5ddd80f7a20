import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EditorSkeleton } from '../../editor/frame/editor-panes.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { cloneDraft, draftOf, newDraft } from './policy-draft.ts';
import { PolicyEditor } from './policy-editor.tsx';
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

/** Writes a new policy: from the template, or as the clone of another. */
export function NewPolicyScreen({ cloneOf }: { cloneOf?: string | undefined }) {
  return (
    <Page title="New Detection">
      {cloneOf === undefined ? <Start make={newDraft} /> : <Clone key={cloneOf} id={cloneOf} />}
    </Page>
  );
}

function Clone({ id }: { id: string }) {
  const { data: policy } = usePolicy(id);
  return policy ? <Start make={() => cloneDraft(policy)} /> : skeleton;
}

function Start({ make }: { make: () => ReturnType<typeof newDraft> }) {
  const navigate = useNavigate();
  const [start] = useState(make);
  return <PolicyEditor start={start} onCancel={() => void navigate({ to: '/build/detections/policies/' })} />;
}
