import type { BuilderModel, SpecifierSource } from '@margay/detect/simple';
import { severities } from '@margay/model';
import { useRef, type ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { IconPlus, IconX } from '../../../ui/icons.ts';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import { severityLabels } from '../../../ui/marks/severity.tsx';
import { targetText, type BuilderField } from './builder-fields.ts';
import { Chooser } from './chooser.tsx';
import { ConditionTree } from './condition-tree.tsx';
import { FieldChooser } from './field-chooser.tsx';
import styles from './rule-builder.module.css';

export interface AlertKeysProps {
  model: BuilderModel;
  onModel: (model: BuilderModel) => void;
  fields: readonly BuilderField[];
  isChecked: boolean;
  disabled: boolean;
}

const emptyTarget: SpecifierSource = { KeyPath: '' };
const cross = <IconX size={14} stroke={1.5} aria-hidden />;

/** What the alerts of a simple detection say: title, groups, context, and severity by condition. */
export function AlertKeys(props: AlertKeysProps) {
  const { model, onModel, fields, isChecked, disabled } = props;
  const { groupBy = [], alertContext = [], dynamicSeverities = [] } = model;
  const change = (part: Partial<BuilderModel>) => onModel({ ...model, ...part });
  return (
    <>
      <AlertTitle {...props} />
      <Part
        title="Group by"
        hint="Matches with the same values belong to one alert"
        add="Field"
        disabled={disabled}
        onAdd={() => change({ groupBy: [...groupBy, emptyTarget] })}
      >
        {groupBy.map((target, at) => (
          <div key={at} className={`${styles.entry} ${styles.single}`}>
            <FieldChooser
              label={`Group by ${at + 1}`}
              fields={fields}
              target={target}
              isInvalid={isChecked && targetText(target) === ''}
              disabled={disabled}
              onTarget={(next) => change({ groupBy: groupBy.with(at, next) })}
            />
            {!disabled && (
              <IconButton
                size="xs"
                label={`Remove group by ${at + 1}`}
                onClick={() => change({ groupBy: groupBy.toSpliced(at, 1) })}
              >
                {cross}
              </IconButton>
            )}
          </div>
        ))}
      </Part>
      <Part
        title="Alert context"
        hint="What the alert carries along from its first event"
        add="Entry"
        disabled={disabled}
        onAdd={() => change({ alertContext: [...alertContext, { keyName: '', target: emptyTarget }] })}
      >
        {alertContext.map((entry, at) => (
          <div key={at} className={styles.entry}>
            <input
              className={styles.value}
              aria-label={`Name of context entry ${at + 1}`}
              aria-invalid={(isChecked && entry.keyName === '') || undefined}
              placeholder="Name"
              spellCheck={false}
              disabled={disabled}
              value={entry.keyName}
              onChange={(event) =>
                change({ alertContext: alertContext.with(at, { ...entry, keyName: event.target.value }) })
              }
            />
            <FieldChooser
              label={`Field of context entry ${at + 1}`}
              fields={fields}
              target={entry.target}
              isInvalid={isChecked && targetText(entry.target) === ''}
              disabled={disabled}
              onTarget={(target) =>
                change({
                  alertContext: alertContext.with(at, {
                    target,
                    keyName: entry.keyName || (targetText(target).split('.').at(-1) ?? ''),
                  }),
                })
              }
            />
            {!disabled && (
              <IconButton
                size="xs"
                label={`Remove context entry ${at + 1}`}
                onClick={() => change({ alertContext: alertContext.toSpliced(at, 1) })}
              >
                {cross}
              </IconButton>
            )}
          </div>
        ))}
      </Part>
      <Part
        title="Severity by condition"
        hint="The first that holds replaces the severity of the settings"
        add="Severity"
        disabled={disabled}
        onAdd={() =>
          change({
            dynamicSeverities: [
              ...dynamicSeverities,
              { changeTo: 'Critical', conditions: { conjunction: 'and', nodes: [newCondition] } },
            ],
          })
        }
      >
        {dynamicSeverities.map((entry, at) => (
          <div key={at} className={styles.severity}>
            <div className={styles.severityHead}>
              <span className={styles.words}>Change severity to</span>
              <Chooser
                label={`Severity ${at + 1}`}
                value={severityText(entry.changeTo)}
                className={styles.severityChoice}
                width={180}
                disabled={disabled}
              >
                {(close) => (
                  <PickList
                    label="Severity"
                    searchLabel="Search severities"
                    options={severities
                      .toReversed()
                      .map((value) => ({ value, label: severityLabels[value] }))}
                    selected={new Set([entry.changeTo.toUpperCase()])}
                    onPick={(picked) => {
                      const changeTo = severityText(picked);
                      change({ dynamicSeverities: dynamicSeverities.with(at, { ...entry, changeTo }) });
                      close();
                    }}
                  />
                )}
              </Chooser>
              <span className={styles.words}>when</span>
              {!disabled && (
                <IconButton
                  size="xs"
                  label={`Remove severity ${at + 1}`}
                  onClick={() => change({ dynamicSeverities: dynamicSeverities.toSpliced(at, 1) })}
                >
                  {cross}
                </IconButton>
              )}
            </div>
            <ConditionTree
              label={`Conditions of severity ${at + 1}`}
              root={entry.conditions}
              onRoot={(conditions) =>
                change({ dynamicSeverities: dynamicSeverities.with(at, { ...entry, conditions }) })
              }
              fields={fields}
              kind="detection"
              isChecked={isChecked}
              disabled={disabled}
            />
          </div>
        ))}
      </Part>
    </>
  );
}

const newCondition = { target: emptyTarget, operator: 'Equals' };

function severityText(name: string): string {
  const known = severities.find((severity) => severity === name.toUpperCase());
  return known ? severityLabels[known] : name;
}

function Part(props: {
  title: string;
  hint: string;
  add: string;
  onAdd: () => void;
  disabled: boolean;
  children: ReactNode[];
}) {
  const { title, hint, add, onAdd, disabled, children } = props;
  if (disabled && children.length === 0) return null;
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>{title}</h3>
        <span className={styles.hint}>{hint}</span>
        {!disabled && (
          <span className={styles.push}>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Add to ${title.toLowerCase()}`}
              icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
              onClick={onAdd}
            >
              {add}
            </Button>
          </span>
        )}
      </div>
      {children}
    </section>
  );
}

function AlertTitle({ model, onModel, fields, disabled }: AlertKeysProps) {
  const input = useRef<HTMLInputElement>(null);
  const title = model.alertTitle ?? '';
  const write = (text: string) => {
    const { alertTitle: _before, ...rest } = model;
    onModel(text === '' ? rest : { ...rest, alertTitle: text });
  };
  /** Where the cursor was last; a brace typed just before it is part of the placeholder. */
  function insert(path: string) {
    const at = input.current?.selectionStart ?? title.length;
    const before = title.slice(0, at).replace(/\{$/, '');
    write(`${before}{${path}}${title.slice(at)}`);
    requestAnimationFrame(() => {
      const end = before.length + path.length + 2;
      input.current?.focus();
      input.current?.setSelectionRange(end, end);
    });
  }
  if (disabled && title === '') return null;
  return (
    <section className={styles.part} aria-label="Alert title">
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>Alert title</h3>
        <span className={styles.hint}>{'{field} stands for its value'}</span>
      </div>
      <div className={styles.title}>
        <input
          ref={input}
          className={styles.value}
          aria-label="Alert title"
          placeholder="New key for {requestParameters.userName}"
          disabled={disabled}
          value={title}
          onChange={(event) => write(event.target.value)}
        />
        {!disabled && (
          <FieldChooser
            label="Field to insert into the title"
            fields={fields}
            target={{ KeyPath: 'Insert field' }}
            onTarget={(target) => 'KeyPath' in target && insert(target.KeyPath)}
          />
        )}
      </div>
    </section>
  );
}
