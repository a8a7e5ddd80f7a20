import type { BuilderCondition } from '@margay/detect/simple';
import { conditionOf } from '@margay/detect/simple';
import { useId, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { IconCheck, IconX } from '../../../ui/icons.ts';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import { targetText, typeOf, type BuilderField } from './builder-fields.ts';
import { Chooser } from './chooser.tsx';
import { faultOfCondition, type TreeKind } from './condition-fault.ts';
import type { ConditionResult } from './detection-results.ts';
import { FieldChooser } from './field-chooser.tsx';
import {
  defaultFilterOperator,
  defaultOperator,
  furtherOperators,
  operatorsFor,
  operatorText,
} from './operators.ts';
import { MoveHandle } from './move-handle.tsx';
import type { MoveHandleProps } from './move-handle.tsx';
import styles from './rule-builder.module.css';
import { ValueInput, withOperator } from './value-input.tsx';

export interface ConditionRowProps {
  /** `Condition 2`, for accessible names. */
  name: string;
  condition: BuilderCondition;
  onCondition: (condition: BuilderCondition) => void;
  onRemove: () => void;
  fields: readonly BuilderField[];
  kind: TreeKind;
  /** Faults of untouched conditions show too. */
  isChecked: boolean;
  isNew: boolean;
  result: ConditionResult | undefined;
  showsResults: boolean;
  handle: Omit<MoveHandleProps, 'name'>;
  disabled: boolean;
}

/** Field, operator and value of one condition. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, onCondition, fields, kind, handle, disabled, result } = props;
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  const fieldType = typeOf(fields, condition.target);
  const found = faultOfCondition(condition, fields, kind);
  const fault = props.isChecked || isTouched ? found : undefined;
  const describedBy = fault ? `${id}-fault` : undefined;
  const path = targetText(condition.target);
  const name = path === '' ? props.name : `${props.name}, ${path}`;
  const isFirst = path === '';
  const takes = conditionOf(condition.operator)?.takes;
  return (
    <div
      className={cx(styles.condition, props.isNew && styles.isNew)}
      role="group"
      aria-label={name}
      onBlur={(event) => {
        // The popover of a field hangs elsewhere; leaving for it is no leaving.
        const to = event.relatedTarget;
        if (to instanceof Element && !event.currentTarget.contains(to) && !to.closest('[role="dialog"]'))
          setTouched(true);
      }}
    >
      <MoveHandle {...handle} name={name} disabled={disabled} />
      <FieldChooser
        label={`${props.name} field`}
        fields={fields}
        target={condition.target}
        isInvalid={fault?.part === 'field'}
        describedBy={describedBy}
        disabled={disabled}
        onTarget={(target) => {
          const type = typeOf(fields, target);
          const offered = operatorsFor(type);
          const keeps = !isFirst && (kind === 'detection' || offered.includes(condition.operator));
          const operator = keeps
            ? condition.operator
            : kind === 'filter'
              ? defaultFilterOperator(type)
              : defaultOperator(type);
          onCondition({ ...withOperator(condition, operator), target });
        }}
      />
      <OperatorChooser
        label={`${props.name} operator`}
        condition={condition}
        fieldType={fieldType}
        kind={kind}
        disabled={disabled}
        onOperator={(operator) => onCondition(withOperator(condition, operator))}
      />
      <ValueInput
        label={name}
        condition={condition}
        fieldType={fieldType}
        onCondition={onCondition}
        isInvalid={fault?.part === 'value' && takes !== 'nothing'}
        describedBy={describedBy}
        disabled={disabled}
      />
      {props.showsResults && <Result result={result} />}
      {!disabled && (
        <IconButton size="xs" label={`Remove ${name}`} onClick={props.onRemove}>
          <IconX size={14} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      {fault && (
        <span id={`${id}-fault`} className={styles.fault}>
          {fault.message}
        </span>
      )}
    </div>
  );
}

function Result({ result }: { result: ConditionResult | undefined }) {
  if (result === 'true')
    return (
      <span className={styles.holds}>
        <IconCheck size={14} stroke={1.5} aria-hidden />
        true
      </span>
    );
  if (result === 'false')
    return (
      <span className={styles.fails}>
        <IconX size={14} stroke={1.5} aria-hidden />
        false
      </span>
    );
  return <span className={styles.unread}>{result === 'not read' ? 'not read' : ''}</span>;
}

function OperatorChooser(props: {
  label: string;
  condition: BuilderCondition;
  fieldType: ReturnType<typeof typeOf>;
  kind: TreeKind;
  disabled: boolean;
  onOperator: (operator: string) => void;
}) {
  const { label, condition, fieldType, kind, disabled, onOperator } = props;
  const current = condition.operator;
  const offered = operatorsFor(fieldType);
  const further = kind === 'detection' ? furtherOperators(fieldType) : [];
  const isOther = !offered.includes(current) && !further.includes(current);
  const optionOf = (group: string | undefined) => (name: string) => ({
    value: name,
    label: operatorText(name),
    ...(group === undefined ? {} : { group }),
  });
  return (
    <Chooser
      label={label}
      value={operatorText(current)}
      className={styles.operator}
      width={260}
      disabled={disabled}
    >
      {(close) => (
        <PickList
          label={label}
          searchLabel="Search operators"
          options={[
            ...[...(isOther ? [current] : []), ...offered].map(
              optionOf(further.length > 0 ? 'Usual for this field' : undefined),
            ),
            ...further.map(optionOf('More')),
          ]}
          selected={new Set([current])}
          onPick={(name) => {
            onOperator(name);
            close();
          }}
        />
      )}
    </Chooser>
  );
}
