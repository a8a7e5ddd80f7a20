import { isWebAddress } from '@margay/kit';
import { mostDiscoveredFields } from '@margay/schema';
import { useMemo, useState } from 'react';
import { YamlEditor } from '../../editor/yaml/yaml-editor.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { ReadOnlyTag } from '../../ui/marks/badge.tsx';
import { SegmentedControl, Switch } from '../../ui/inputs/choice.tsx';
import { IconExternalLink } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { FieldTreeView } from './field-tree-view.tsx';
import { readFieldTree } from './field-tree.ts';
import type { TreeField } from './field-tree.ts';
import { useSchema } from './queries.ts';
import type { SchemaDetails } from './queries.ts';
import styles from './schemas.module.css';

type View = 'tree' | 'yaml';

function withoutDiscovered(fields: readonly TreeField[]): TreeField[] {
  return fields
    .filter((field) => !field.isDiscovered)
    .map((field) => ({ ...field, children: withoutDiscovered(field.children) }));
}

function countDiscovered(fields: readonly TreeField[]): number {
  return fields.reduce(
    (sum, { isDiscovered, children }) =>
      sum + (isDiscovered && children.length === 0 ? 1 : 0) + countDiscovered(children),
    0,
  );
}

/** A schema as tree or YAML. A text that is no YAML shows in the read-only editor whatever was chosen. */
export function SchemaBody({ schema, facts = true }: { schema: SchemaDetails; facts?: boolean }) {
  const [view, setView] = useState<View>('tree');
  const [showsDiscovered, setShowsDiscovered] = useState(false);
  const text = schema.discoveredSpec ?? schema.spec;
  const tree = useMemo(() => readFieldTree(text), [text]);
  const shown = tree === undefined ? 'yaml' : view;
  return (
    <div className={styles.viewer}>
      {facts && <SchemaFacts schema={schema} />}
      <div className={styles.viewerBar}>
        <SegmentedControl
          label="View"
          size="sm"
          options={[
            { value: 'tree', label: 'Tree', disabled: tree === undefined },
            { value: 'yaml', label: 'YAML' },
          ]}
          value={shown}
          onChange={setView}
        />
        {shown === 'tree' && schema.isFieldDiscoveryEnabled && (
          <Switch label="Show Discovered Fields" checked={showsDiscovered} onChange={setShowsDiscovered} />
        )}
        {shown === 'yaml' && <ReadOnlyTag />}
      </div>
      {tree === undefined && <Note tone="warning">The spec is not valid YAML, so there is no tree.</Note>}
      {tree && countDiscovered(tree) >= mostDiscoveredFields && (
        <Note tone="warning">
          {`Field discovery took up ${mostDiscoveredFields} fields and takes up no more. Further unknown fields stay in the event, but SQL has no column for them: name those you search by in the spec, or give an object with changing keys the type json.`}
        </Note>
      )}
      {shown === 'tree' && tree ? (
        <FieldTreeView
          label={`Fields of ${schema.name}`}
          fields={showsDiscovered ? tree : withoutDiscovered(tree)}
        />
      ) : (
        <div className={styles.code}>
          <YamlEditor label={`Spec of ${schema.name}`} value={schema.spec} readOnly />
        </div>
      )}
    </div>
  );
}

/** Description and reference of a schema, in the fixed words where there is none. */
export function SchemaFacts({ schema }: { schema: SchemaDetails }) {
  return (
    <div className={styles.facts}>
      <p>{schema.description || 'No schema description'}</p>
      {schema.referenceURL && isWebAddress(schema.referenceURL) ? (
        <a href={schema.referenceURL} target="_blank" rel="noreferrer" className={styles.link}>
          {schema.referenceURL}
          <IconExternalLink size={14} stroke={1.5} aria-label="opens in a new window" />
        </a>
      ) : (
        <p>No schema reference link</p>
      )}
    </div>
  );
}

/** Loads and shows one schema by its name; a failure stays inside. */
export function SchemaViewer({ name }: { name: string }) {
  const schema = useSchema(name, { isPanel: true });
  if (schema.isError && !schema.data)
    return (
      <FailedState
        title="Could not load schema"
        message={failureText(schema.error)}
        onRetry={() => void schema.refetch()}
      />
    );
  return schema.data ? (
    <SchemaBody schema={schema.data} />
  ) : (
    <SkeletonLines lines={10} label="Loading schema" />
  );
}
