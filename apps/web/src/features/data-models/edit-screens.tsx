import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EditorSkeleton } from '../../editor/frame/editor-panes.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { cloneDraft, draftOf, newModel } from './model-draft.ts';
import { ModelEditor } from './model-editor.tsx';
import { useModel } from './queries.ts';
import type { DataModel } from './queries.ts';

const skeleton = <EditorSkeleton layout="form" parts={['mappings', 'code', 'preview']} />;

/** Changes a data model that exists. */
export function ModelEditScreen({ id }: { id: string }) {
  const { data: model } = useModel(id);
  return (
    <Page title="Edit Data Model">{model ? <EditExisting key={model.id} model={model} /> : skeleton}</Page>
  );
}

function EditExisting({ model }: { model: DataModel }) {
  const navigate = useNavigate();
  // Later reads of the model must not take away what is typed here.
  const [start] = useState(() => draftOf(model));
  return (
    <ModelEditor
      model={model}
      start={start}
      onCancel={() => void navigate({ to: '/build/data-models/$modelId/', params: { modelId: model.id } })}
    />
  );
}

/** Writes a new data model, from nothing or as the clone of another. */
export function NewModelScreen({ clone }: { clone?: string | undefined }) {
  return (
    <Page title="New Data Model">
      {clone === undefined ? <EditNew /> : <CloneModel key={clone} id={clone} />}
    </Page>
  );
}

function CloneModel({ id }: { id: string }) {
  const { data: model } = useModel(id);
  return model ? <EditNew model={model} /> : skeleton;
}

function EditNew({ model }: { model?: DataModel }) {
  const navigate = useNavigate();
  const [start] = useState(() => (model ? cloneDraft(model) : newModel()));
  return <ModelEditor start={start} onCancel={() => void navigate({ to: '/build/data-models/' })} />;
}
