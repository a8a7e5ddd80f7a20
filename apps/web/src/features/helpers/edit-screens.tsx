import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EditorSkeleton } from '../../editor/frame/editor-panes.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { cloneDraft, draftOf, newHelper } from './helper-draft.ts';
import { HelperEditor } from './helper-editor.tsx';
import type { HelperEditorSearch } from './helper-editor-search.ts';
import { useHelper } from './queries.ts';
import type { Helper } from './queries.ts';

const skeleton = <EditorSkeleton layout="pair" parts={['settings', 'code']} />;

interface EditProps {
  search: HelperEditorSearch;
  onSearch: (change: HelperEditorSearch) => void;
}

/** Changes a helper that exists, or shows a managed one. */
export function HelperEditScreen({ id, ...rest }: EditProps & { id: string }) {
  const { data: helper } = useHelper(id);
  return (
    <Page title="Edit Global Helper">
      {helper ? <EditExisting key={helper.id} {...rest} helper={helper} /> : skeleton}
    </Page>
  );
}

function useLeave() {
  const navigate = useNavigate();
  return () => void navigate({ to: '/build/helpers/' });
}

function EditExisting({ helper, ...rest }: EditProps & { helper: Helper }) {
  // Later reads of the helper must not take away what is typed here.
  const [start] = useState(() => draftOf(helper));
  return <HelperEditor {...rest} helper={helper} start={start} onLeave={useLeave()} />;
}

/** Writes a new helper, from nothing or as the clone of another. */
export function NewHelperScreen({ clone }: { clone?: string | undefined }) {
  return (
    <Page title="New Global Helper">
      {clone === undefined ? <EditNew /> : <CloneHelper key={clone} id={clone} />}
    </Page>
  );
}

function CloneHelper({ id }: { id: string }) {
  const { data: helper } = useHelper(id);
  return helper ? <EditNew helper={helper} /> : skeleton;
}

function EditNew({ helper }: { helper?: Helper }) {
  const [start] = useState(() => (helper ? cloneDraft(helper) : newHelper()));
  return <HelperEditor start={start} onLeave={useLeave()} />;
}
