import { faultCodes, pythonOf, type BuilderModel } from '@margay/detect/simple';
import { useMemo, useState, type ReactNode } from 'react';
import { YamlEditor } from '../../../editor/yaml/yaml-editor.tsx';
import { countOf } from '../../../lib/format-number.ts';
import { ReadOnlyTag } from '../../../ui/marks/badge.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { useConfirm } from '../../../ui/overlays/confirm.tsx';
import { IconCircleCheck, IconCircleX, IconCode, IconFlask } from '../../../ui/icons.ts';
import { Note } from '../../../ui/layout/note.tsx';
import { Pane } from '../../../ui/layout/page.tsx';
import shared from '../detections.module.css';
import { StepNumber } from '../section.tsx';
import { AlertKeys } from './alert-keys.tsx';
import { ConditionTree } from './condition-tree.tsx';
import { eventOfText, resultsOf } from './detection-results.ts';
import styles from './rule-builder.module.css';
import { builderViewOf, readSimpleText, textOfModel } from './simple-text.ts';
import { conditionsOf, depthOf } from './tree.ts';
import { useBuilderFields } from './use-builder-fields.ts';
import { useBuilderText, type BuilderLanguage } from './use-builder-text.ts';
import type { EditorMode } from './filters-editor.tsx';

export const simpleLanguage: BuilderLanguage<BuilderModel> = {
  viewOf: (text) => builderViewOf(text),
  textOf: textOfModel,
  written: new Map(),
};

export interface SimplePaneProps {
  text: string;
  onText: (text: string) => void;
  logTypes: readonly string[];
  /** The rule is stored already. */
  isExisting: boolean;
  /** A save was tried: everything missing is marked. */
  isChecked: boolean;
  /** The test whose event the results beside the conditions are for. */
  test: { name: string; resource: string } | undefined;
  onConvert: (body: string) => void;
  extraAction?: ReactNode;
  loadError: string | null;
  /** Where the logic comes from when it is not this rule's own. */
  note?: ReactNode;
  readOnly: boolean;
}

export function logTypeHint(isExisting: boolean, kind = 'rule'): string {
  return `Please select a log type to update ${isExisting ? 'filters and ' : ''}${kind} clauses.`;
}

/** The logic of a simple detection: built without code, or written as YAML. Both say the same at any time. */
export function SimplePane(props: SimplePaneProps) {
  const { text, onText, logTypes, isChecked, test, readOnly, loadError } = props;
  const confirm = useConfirm();
  const fields = useBuilderFields(logTypes);
  const { view, onModel } = useBuilderText(text, onText, simpleLanguage);
  const { model } = view;
  const [chosen, setMode] = useState<EditorMode>(model ? 'builder' : 'text');
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const mode = model ? chosen : 'text';
  const { simple, problems } = useMemo(() => readSimpleText(text), [text]);
  const [first] = problems;
  // Nobody has done anything wrong yet in a builder that is still empty.
  const isUnbegun = mode === 'builder' && first?.message.startsWith(faultCodes.emptyDetection) === true;
  const event = useMemo(() => eventOfText(test?.resource), [test?.resource]);
  const results = useMemo(
    () => (event && model && mode === 'builder' ? resultsOf(model.detect, event, 'detection') : undefined),
    [event, model, mode],
  );
  const python = useMemo(
    () => (simple && problems.length === 0 ? pythonOf(simple).value : undefined),
    [simple, problems],
  );

  async function convert() {
    if (python === undefined) return;
    const isSure = await confirm({
      title: 'Convert to Python',
      message:
        'The conditions and alert fields become the Python functions of this rule. It cannot be turned back into a simple detection; a version saved before can be restored.',
      confirmLabel: 'Convert',
    });
    if (isSure) props.onConvert(python);
  }
  return (
    <Pane
      className={shared.detect}
      title={
        <span className={shared.paneTitle}>
          <StepNumber number={2} />
          Detect
          {readOnly && <ReadOnlyTag />}
          <SegmentedControl
            label="Editor of the logic"
            size="sm"
            options={[
              { value: 'builder', label: 'Builder', disabled: model === undefined },
              { value: 'text', label: 'Text' },
            ]}
            value={mode}
            onChange={setMode}
          />
        </span>
      }
      actions={
        <>
          {props.extraAction}
          {!readOnly && (
            <Button
              size="sm"
              variant="quiet"
              icon={<IconCode size={16} stroke={1.5} aria-hidden />}
              disabledReason={
                python === undefined ? 'Only logic without faults can be converted.' : undefined
              }
              onClick={() => void convert()}
            >
              Convert to Python
            </Button>
          )}
        </>
      }
      footer={
        first && isUnbegun ? (
          <span className={shared.quiet} role="status">
            No condition yet
          </span>
        ) : first ? (
          <button
            type="button"
            className={styles.problem}
            onClick={() => {
              setMode('text');
              setGoTo({ line: first.line, column: first.column });
            }}
          >
            <IconCircleX size={14} stroke={1.5} aria-hidden />
            <span role="status">
              {`Line ${first.line}, column ${first.column}: ${first.message}`}
              {problems.length > 1 && ` (and ${problems.length - 1} more)`}
            </span>
          </button>
        ) : (
          <span className={shared.good} role="status">
            <IconCircleCheck size={14} stroke={1.5} aria-hidden />
            {model ? 'Builder and YAML agree' : 'YAML'}
          </span>
        )
      }
    >
      <div className={styles.pane}>
        {(loadError !== null || props.note || view.reason) && (
          <div className={styles.notes}>
            {loadError !== null && (
              <Note tone="danger" title="The saved version does not run">
                {loadError}
              </Note>
            )}
            {props.note}
            {view.reason && view.reason.kind !== 'syntax' && <Note>{view.reason.message}</Note>}
            {view.reason?.kind === 'syntax' && <Note tone="danger">{view.reason.message}</Note>}
          </div>
        )}
        {mode === 'text' || model === undefined ? (
          <div className={styles.editorBox}>
            <YamlEditor
              label="Logic of the rule as YAML"
              value={text}
              onChange={onText}
              problems={problems}
              readOnly={readOnly}
              goTo={goTo}
            />
          </div>
        ) : logTypes.length === 0 ? (
          <div className={styles.scroll}>
            <Note>{logTypeHint(props.isExisting)}</Note>
          </div>
        ) : (
          <>
            <div className={styles.bar}>
              {results && test ? (
                <>
                  <IconFlask size={14} stroke={1.5} aria-hidden />
                  <span>{`Results beside the conditions are for ${test.name}`}</span>
                  <span className={results.get('') === 'true' ? shared.goodText : undefined}>
                    {results.get('') === 'true'
                      ? 'matches'
                      : results.get('') === 'false'
                        ? 'does not match'
                        : ''}
                  </span>
                </>
              ) : (
                <span>Results of the open test stand beside the conditions</span>
              )}
              <span className={styles.push}>{sizeText(model)}</span>
            </div>
            <div className={styles.scroll}>
              <ConditionTree
                label="Conditions"
                root={model.detect}
                onRoot={(detect) => onModel({ ...model, detect })}
                fields={fields}
                kind="detection"
                isChecked={isChecked}
                results={results}
                disabled={readOnly}
              />
              <AlertKeys
                model={model}
                onModel={onModel}
                fields={fields}
                isChecked={isChecked}
                disabled={readOnly}
              />
            </div>
          </>
        )}
      </div>
    </Pane>
  );
}

function sizeText({ detect }: BuilderModel): string {
  return `${countOf(conditionsOf(detect).length, 'condition')}, ${countOf(Math.max(1, depthOf(detect) + 1), 'level')}`;
}
