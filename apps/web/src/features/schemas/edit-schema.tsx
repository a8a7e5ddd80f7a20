import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Note } from '../../ui/layout/note.tsx';
import { PageBody, PageHeader } from '../../ui/layout/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useFailedEvents, useSchema, useSchemas } from './queries.ts';
import type { SchemaDetails } from './queries.ts';
import { SchemaEditor } from './schema-editor.tsx';
import { newSchemaText, textForClone, typedNameOf } from './schema-rules.ts';

function Loading({ title, docHref }: { title: string; docHref: string }) {
  return (
    <>
      <PageHeader work title={title} docHref={docHref} />
      <PageBody>
        <SkeletonLines lines={14} />
      </PageBody>
    </>
  );
}

/** A new schema: empty, a copy of another one, or drawn from events that no schema took. */
export function NewSchema(props: {
  docHref: string;
  /** Name of the schema to start from. */
  clone: string | undefined;
  /** Id of the log source whose failed events it is to be drawn from. */
  failuresOf: string | undefined;
  onCancel: () => void;
  onSaved: (name: string) => void;
}) {
  const { docHref, clone, failuresOf, onCancel, onSaved } = props;
  const schemas = useSchemas();
  const origin = useSchema(clone ?? '');
  const failed = useFailedEvents(failuresOf);
  if (failed.isError)
    return (
      <FailedState
        title="The failed events could not be read"
        message={failureText(failed.error)}
        onRetry={() => void failed.refetch()}
      />
    );
  const isReady =
    schemas.data && (clone === undefined || origin.data) && (failuresOf === undefined || failed.isSuccess);
  if (!isReady) return <Loading title="New Schema" docHref={docHref} />;
  return (
    <NewEditor
      docHref={docHref}
      sample={failed.data}
      origin={origin.data}
      existing={schemas.data.map((schema) => schema.name)}
      onCancel={onCancel}
      onSaved={(schema) => {
        toast.success(`${schema.name} is created`);
        onSaved(schema.name);
      }}
    />
  );
}

function NewEditor({
  origin,
  ...rest
}: {
  docHref: string;
  sample: string | undefined;
  origin: SchemaDetails | undefined;
  existing: string[];
  onCancel: () => void;
  onSaved: (schema: SchemaDetails) => void;
}) {
  const [initial] = useState(() => ({
    name: origin ? `${typedNameOf(origin.name)}Copy` : '',
    description: origin?.description ?? '',
    referenceURL: origin?.referenceURL ?? '',
    spec: origin ? textForClone(origin.spec) : newSchemaText,
  }));
  return <SchemaEditor title="New Schema" initial={initial} {...rest} />;
}

/** The editor of a custom schema. Managed ones are cloned instead, archived ones unarchived first. */
export function EditSchema({ name, docHref, onDone }: { name: string; docHref: string; onDone: () => void }) {
  const schema = useSchema(name);
  const [loads, setLoads] = useState(0);
  if (!schema.data) return <Loading title={name} docHref={docHref} />;
  const fixed = schema.data.isManaged
    ? 'Managed schemas come with the product and cannot be changed. Clone it to make your own.'
    : schema.data.isArchived
      ? 'This schema is archived and cannot be changed. Unarchive it first, or clone it to make another one.'
      : undefined;
  if (fixed !== undefined)
    return (
      <>
        <PageHeader work title={name} docHref={docHref} />
        <PageBody width="form">
          <Note>{fixed}</Note>
        </PageBody>
      </>
    );
  return (
    <EditEditor
      key={loads}
      schema={schema.data}
      docHref={docHref}
      onDone={onDone}
      onReload={() => void schema.refetch().then(() => setLoads((count) => count + 1))}
    />
  );
}

function EditEditor(props: {
  schema: SchemaDetails;
  docHref: string;
  onDone: () => void;
  onReload: () => void;
}) {
  // What is being edited stays what it was when the editor opened, whatever is refetched meanwhile.
  const [schema] = useState(props.schema);
  const [initial] = useState({
    name: typedNameOf(schema.name),
    description: schema.description ?? '',
    referenceURL: schema.referenceURL ?? '',
    spec: schema.spec,
  });
  return (
    <SchemaEditor
      title={schema.name}
      docHref={props.docHref}
      schema={schema}
      initial={initial}
      existing={[]}
      onCancel={props.onDone}
      onReload={props.onReload}
      onSaved={(stored) => {
        toast.success(`${stored.name} is saved as revision ${stored.revision}`);
        props.onDone();
      }}
    />
  );
}
