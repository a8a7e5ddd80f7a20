import type { ReactNode, Ref } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { IconChevronDown } from '../../../ui/icons.ts';
import styles from './choice-button.module.css';

export interface ChoiceButtonProps {
  /** Words in front of the value, part of the accessible name. */
  label?: string;
  value: ReactNode;
  icon?: ReactNode;
  /** Quiet words at the right, for instance the zone. */
  aside?: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  isSmall?: boolean;
  /** What it shows was not chosen here. */
  isDashed?: boolean;
  /** The value is a name of the data, like a path. */
  isMono?: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  className?: string | undefined;
  ariaLabel?: string;
  /** Shown on hover, where the value is not the whole of it. */
  title?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** Of a control of its own, in px; inside a condition the row decides. */
export const dropdownWidth = { min: 150, max: 400 } as const;
const widths = { minWidth: dropdownWidth.min, maxWidth: dropdownWidth.max };

/** A control that shows its value and opens a popover. */
export function ChoiceButton(props: ChoiceButtonProps) {
  const {
    label,
    value,
    icon,
    aside,
    isOpen,
    onToggle,
    isSmall = false,
    isMono = false,
    isInvalid = false,
    isDashed = false,
    className,
    ref,
  } = props;
  return (
    <button
      ref={ref}
      type="button"
      className={cx(
        styles.choice,
        isSmall && styles.choiceSmall,
        isMono && styles.choiceMono,
        isInvalid && styles.choiceInvalid,
        isDashed && styles.choiceDashed,
        className,
      )}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-invalid={isInvalid || undefined}
      aria-describedby={props.describedBy}
      aria-label={props.ariaLabel}
      title={props.title}
      style={isSmall ? undefined : widths}
      onClick={onToggle}
    >
      {icon}
      {label && <span className={styles.choiceLabel}>{label}</span>}
      <span className={styles.choiceValue} title={typeof value === 'string' ? value : undefined}>
        {value}
      </span>
      {typeof aside === 'string' ? (
        <span className={styles.choiceAside} data-words={aside} />
      ) : (
        aside && <span className={styles.choiceAside}>{aside}</span>
      )}
      <IconChevronDown size={14} stroke={1.5} aria-hidden />
    </button>
  );
}
