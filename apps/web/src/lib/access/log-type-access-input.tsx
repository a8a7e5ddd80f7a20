import { RadioGroup } from '../../ui/inputs/choice.tsx';
import type { RadioOption } from '../../ui/inputs/choice.tsx';
import { MultiSelect } from '../../ui/inputs/select.tsx';
import { isListed } from './log-type-access.ts';
import styles from './log-type-access-input.module.css';

export interface LogTypeAccessInputProps<Kind extends string> {
  kinds: readonly RadioOption<Kind>[];
  kind: Kind;
  logTypes: readonly string[];
  onKind: (kind: Kind) => void;
  onLogTypes: (logTypes: string[]) => void;
  /** What can be chosen; what is chosen already stays, known or not. */
  known: readonly string[];
  fault: string | undefined;
  isReadOnly: boolean;
}

/** All log types, none, or a list of them. */
export function LogTypeAccessInput<Kind extends string>(props: LogTypeAccessInputProps<Kind>) {
  const { kinds, kind, logTypes, isReadOnly } = props;
  const options = [...new Set([...props.known, ...logTypes])].toSorted((a, b) => a.localeCompare(b));
  return (
    <div className={styles.access}>
      <RadioGroup
        label="Log-type access"
        options={kinds.map((option) => ({ ...option, disabled: isReadOnly || option.disabled === true }))}
        value={kind}
        onChange={props.onKind}
      />
      {isListed(kind) && (
        <MultiSelect
          label="Log types"
          required
          placeholder="Choose log types"
          selectAllLabel={null}
          disabled={isReadOnly}
          options={options.map((value) => ({ value, label: value }))}
          value={logTypes}
          onChange={props.onLogTypes}
          error={props.fault}
        />
      )}
    </div>
  );
}
