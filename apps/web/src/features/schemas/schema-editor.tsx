import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { EditorProblem } from '../../editor/code-editor-props.ts';
import { KeptDraftNote } from '../../editor/frame/kept-draft-note.tsx';
import { YamlEditor } from '../../editor/yaml/yaml-editor.tsx';
import { countOf } from '../../lib/format-number.ts';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { IconCircleCheck, IconCircleX, IconUpload } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { PageHeader, Pane } from '../../ui/layout/page.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import { FieldTreeView } from './field-tree-view.tsx';
import { brokenPaths, readFieldTree, treeSummary } from './field-tree.ts';
import type { TreeField } from './field-tree.ts';
import { InferSheet } from './infer-sheet.tsx';
import { usePutSchema, useSchemaProblems } from './queries.ts';
import type { SchemaDetails, SchemaProblem } from './queries.ts';
import { placeOfPath } from './place-of-path.ts';
import { typedNameFault, typedNameOf } from './schema-rules.ts';
import styles from './schemas.module.css';
import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** A check starts this long after the last key. */
const checkDelayMs = 150;

export interface SchemaEditorProps {
  title: string;
  docHref: string;
  /** The schema to change; absent for a new one. */
  schema?: SchemaDetails;
  initial: { name: string; description: string; referenceURL: string; spec: string };
  /** Events to draw the schema from: they are offered at once. */
  sample?: string | undefined;
  /** Names in use, which a new schema must not take. */
  existing: readonly string[];
  onCancel: () => void;
  onSaved: (schema: SchemaDetails) => void;
  /** Somebody else changed the schema: start again from what is stored now. */
  onReload?: () => void;
}

/** Name, facts and YAML of a schema, checked while it is typed, with the fields as a tree beside it. */
export function SchemaEditor(props: SchemaEditorProps) {
  const { title, docHref, schema, initial, existing, onCancel, onReload } = props;
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [saved, setSaved] = useState<SchemaDetails>();
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const [isInferring, setInferring] = useState(props.sample !== undefined);
  const put = usePutSchema();

  const isDirty = draft !== initial;
  // Once it is sent, the schema that has the name is this one.
  const isSent = put.isPending || put.isSuccess;
  const kept = useKeptDraft({
    name: `schema.${schema?.name ?? 'new'}`,
    versionId: schema && String(schema.revision),
    draft,
    isDirty: isDirty && saved === undefined,
    onRestore: setDraft,
  });
  const nameFault = schema || isSent ? undefined : typedNameFault(draft.name, existing);
  const fullName = `Custom.${draft.name}`;
  const spec = useDebounced(draft.spec, checkDelayMs);
  // Until the name is good, its own fault would be reported for the text as well.
  const checkName = nameFault === undefined ? fullName : 'Custom.Schema';
  const check = useSchemaProblems(checkName, spec);
  const isCurrent = check.data?.spec === draft.spec && !check.isPlaceholderData;
  const problems = check.data?.problems ?? [];
  const tree = useLastTree(spec);
  const shownProblems = useMemo(() => (check.data?.problems ?? []).map(editorProblem), [check.data]);

  const finish = useEffectEvent((stored: SchemaDetails) => props.onSaved(stored));
  useEffect(() => {
    if (saved) finish(saved);
  }, [saved]);

  const cannotSave = isCurrent && problems.length > 0;
  function save(revision = schema?.revision) {
    setChecked(true);
    const [first] = problems;
    if (cannotSave && first) setGoTo({ line: first.line, column: first.column });
    if (nameFault !== undefined || cannotSave || put.isPending) return;
    const input = {
      name: schema?.name ?? fullName,
      spec: draft.spec,
      ...(draft.description ? { description: draft.description } : {}),
      ...(draft.referenceURL ? { referenceURL: draft.referenceURL } : {}),
      ...(revision === undefined ? {} : { revision }),
    };
    put.mutate(input, { onSuccess: setSaved });
  }
  useShortcut({
    keys: 'mod+s',
    description: 'Save',
    group: 'This page',
    whileTyping: true,
    run: () => save(),
  });

  return (
    <>
      <UnsavedChangesPrompt when={isDirty && !saved} what="this schema" />
      <PageHeader
        work
        title={title}
        docHref={docHref}
        badges={schema && <Badge>{`Revision ${schema.revision}`}</Badge>}
        actions={
          <>
            <CheckState problems={problems} isCurrent={isCurrent} isFailed={check.isError} />
            <Button onClick={onCancel}>Cancel</Button>
            <Button
              variant="primary"
              keys="mod+S"
              loading={put.isPending}
              disabled={schema !== undefined && !isDirty}
              onClick={() => save()}
            >
              {schema ? 'Update Schema' : 'Create Schema'}
            </Button>
          </>
        }
      />
      {kept && <KeptDraftNote kept={kept} noun="schema" />}
      {put.error && <SaveFailure error={put.error} onOverwrite={save} {...(onReload ? { onReload } : {})} />}
      <div className={styles.editorFacts}>
        <TextInput
          label="Name"
          required
          mono
          readOnly={schema !== undefined}
          autoFocus={schema === undefined}
          icon={<span className={styles.prefix}>Custom.</span>}
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name: typedNameOf(name) })}
          error={isChecked || draft.name !== '' ? nameFault : undefined}
        />
        <TextInput
          label="Description"
          value={draft.description}
          onChange={(description) => setDraft({ ...draft, description })}
        />
        <TextInput
          label="Reference URL"
          value={draft.referenceURL}
          onChange={(referenceURL) => setDraft({ ...draft, referenceURL })}
        />
      </div>
      <div className={styles.editorPanes}>
        <Pane
          title="Spec"
          actions={
            <Button
              size="sm"
              variant="quiet"
              icon={<IconUpload size={16} stroke={1.5} aria-hidden />}
              onClick={() => setInferring(true)}
            >
              Infer from sample
            </Button>
          }
        >
          <div className={styles.specBody}>
            <YamlEditor
              label="Spec"
              value={draft.spec}
              onChange={(text) => setDraft((before) => ({ ...before, spec: text }))}
              problems={shownProblems}
              goTo={goTo}
            />
            <ProblemList
              problems={problems}
              onChoose={(problem) => setGoTo({ line: problem.line, column: problem.column })}
            />
          </div>
        </Pane>
        <Pane
          title={
            <>
              Preview <span className={styles.quiet}>{tree.isCurrent ? '' : 'last text that parses'}</span>
            </>
          }
          footer={treeSummary(tree.fields)}
        >
          <FieldTreeView
            label="Fields"
            fields={tree.fields}
            broken={brokenPaths(
              tree.fields,
              problems.map((problem) => problem.path),
            )}
            onChoose={(field) => setGoTo(placeOfPath(draft.spec, field.path))}
          />
        </Pane>
      </div>
      <InferSheet
        isOpen={isInferring}
        sample={props.sample}
        onClose={() => setInferring(false)}
        onInferred={(text) => setDraft({ ...draft, spec: text })}
      />
    </>
  );
}

/** The tree of the text, or of the last text that was YAML. */
function useLastTree(spec: string): { fields: readonly TreeField[]; isCurrent: boolean } {
  const tree = useMemo(() => readFieldTree(spec), [spec]);
  const [last, setLast] = useState<readonly TreeField[]>([]);
  if (tree !== undefined && tree !== last) setLast(tree);
  return { fields: tree ?? last, isCurrent: tree !== undefined };
}

function editorProblem(problem: SchemaProblem): EditorProblem {
  const { line, column, endLine, endColumn, message, remedy } = problem;
  return { line, column, endLine, endColumn, severity: 'error', message: `${message} ${remedy}`.trim() };
}

function CheckState(props: { problems: readonly SchemaProblem[]; isCurrent: boolean; isFailed: boolean }) {
  const { problems, isCurrent, isFailed } = props;
  if (isFailed) return <span className={styles.quiet}>The spec could not be checked</span>;
  if (!isCurrent) return <span className={styles.quiet}>Checking</span>;
  if (problems.length === 0)
    return (
      <span className={styles.good} role="status">
        <IconCircleCheck size={16} stroke={1.5} aria-hidden />
        No problems
      </span>
    );
  return (
    <span className={styles.faults} role="status">
      <IconCircleX size={16} stroke={1.5} aria-hidden />
      {countOf(problems.length, 'error')}
    </span>
  );
}

/** The problems under the editor; a click goes to the place. */
function ProblemList({
  problems,
  onChoose,
}: {
  problems: readonly SchemaProblem[];
  onChoose: (problem: SchemaProblem) => void;
}) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label="Problems">
      {problems.map((problem) => (
        <li key={`${problem.line}:${problem.column}:${problem.message}`}>
          <button type="button" className={styles.problem} onClick={() => onChoose(problem)}>
            <IconCircleX size={16} stroke={1.5} aria-label="Error" />
            <span className={styles.place}>{`${problem.line}:${problem.column}`}</span>
            <span>
              {problem.message} <span className={styles.quiet}>{problem.remedy}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The revision the server has, when it refused ours. */
function storedRevision(error: unknown): number | undefined {
  if (!(error instanceof RequestError) || error.code !== 'RevisionConflict') return undefined;
  const { details } = error;
  const revision =
    typeof details === 'object' && details !== null && 'revision' in details ? details.revision : undefined;
  return typeof revision === 'number' ? revision : undefined;
}

function SaveFailure(props: {
  error: unknown;
  onOverwrite: (revision: number) => void;
  onReload?: () => void;
}) {
  const { error, onOverwrite, onReload } = props;
  const revision = storedRevision(error);
  return (
    <div className={styles.failure}>
      <Note
        tone="danger"
        title="The schema is not saved"
        action={
          revision !== undefined && (
            <>
              <Button size="sm" onClick={onReload}>
                Reload
              </Button>
              <Button size="sm" variant="danger" onClick={() => onOverwrite(revision)}>
                Overwrite
              </Button>
            </>
          )
        }
      >
        <span className={styles.lines}>{failureText(error)}</span>
      </Note>
    </div>
  );
}
