import { useMemo, useState } from 'react';
import { YamlEditor } from '../../../editor/yaml/yaml-editor.tsx';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { Note } from '../../../ui/layout/note.tsx';
import { ConditionTree } from './condition-tree.tsx';
import { eventOfText, resultsOf } from './detection-results.ts';
import { filtersViewOf, readFiltersText, textOfFilters } from './filters-text.ts';
import styles from './rule-builder.module.css';
import type { NodePath } from './tree.ts';
import { useBuilderFields } from './use-builder-fields.ts';
import { useBuilderText, type BuilderLanguage } from './use-builder-text.ts';
import type { BuilderGroup } from '@margay/detect/simple';

export const filterLanguage: BuilderLanguage<BuilderGroup> = {
  viewOf: (text) => filtersViewOf(text),
  textOf: textOfFilters,
  written: new Map(),
};

export type EditorMode = 'builder' | 'text';

export interface FiltersEditorProps {
  text: string;
  onText: (text: string) => void;
  logTypes: readonly string[];
  isChecked?: boolean;
  newPath?: NodePath | undefined;
  /** JSON of an event whose results stand beside the filters. */
  eventText?: string | undefined;
  /** The text form is offered only where the builder cannot show the filters. */
  builderOnly?: boolean;
  readOnly: boolean;
}

/** The inline filters of a rule, to build or to write. */
export function FiltersEditor(props: FiltersEditorProps) {
  const { text, onText, logTypes, readOnly, builderOnly = false } = props;
  const fields = useBuilderFields(logTypes);
  const { view, onModel } = useBuilderText(text, onText, filterLanguage);
  const [chosen, setMode] = useState<EditorMode>('builder');
  const mode = view.model ? chosen : 'text';
  const event = useMemo(() => eventOfText(props.eventText), [props.eventText]);
  const results = useMemo(
    () => (event && view.model && mode === 'builder' ? resultsOf(view.model, event, 'filter') : undefined),
    [event, view.model, mode],
  );
  const { problems } = useMemo(() => readFiltersText(text), [text]);
  return (
    <div className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>Filters</h3>
        <span className={styles.hint}>All must hold before the rule runs</span>
        {!(builderOnly && view.model) && (
          <span className={styles.push}>
            <SegmentedControl
              label="Form of the filters"
              size="sm"
              options={[
                { value: 'builder', label: 'Builder', disabled: view.model === undefined },
                { value: 'text', label: 'YAML' },
              ]}
              value={mode}
              onChange={setMode}
            />
          </span>
        )}
      </div>
      {view.reason && <Note>{view.reason.message}</Note>}
      {mode === 'builder' && view.model ? (
        <ConditionTree
          label="Filters"
          root={view.model}
          onRoot={onModel}
          fields={fields}
          kind="filter"
          isChecked={props.isChecked ?? false}
          newPath={props.newPath}
          results={results}
          disabled={readOnly}
        />
      ) : (
        <>
          <div className={styles.fixedEditor}>
            <YamlEditor
              label="Filters as YAML"
              value={text}
              onChange={onText}
              problems={problems}
              readOnly={readOnly}
            />
          </div>
          {problems[0] && (
            <p className={styles.fault} role="status">
              {`Line ${problems[0].line}, column ${problems[0].column}: ${problems[0].message}`}
            </p>
          )}
        </>
      )}
    </div>
  );
}
