import { useState, type ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { IconChevronDown } from '../../../ui/icons.ts';
import { Popover } from '../../../ui/overlays/menu.tsx';
import styles from './rule-builder.module.css';

export interface ChooserProps {
  /** Accessible name; the value is added. */
  label: string;
  value: string;
  placeholder?: string;
  /** Quiet words at the right of the value. */
  aside?: string | undefined;
  icon?: ReactNode;
  mono?: boolean;
  width?: number;
  className?: string | undefined;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  disabled?: boolean;
  /** What drops down; call `close` once something is chosen. */
  children: (close: () => void) => ReactNode;
}

/** A control that shows its value and opens what it can be. */
export function Chooser(props: ChooserProps) {
  const {
    label,
    value,
    placeholder = 'Choose',
    aside,
    icon,
    mono,
    width,
    isInvalid,
    disabled,
    children,
  } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Popover
      label={label}
      isOpen={isOpen}
      onClose={close}
      {...(width === undefined ? {} : { width })}
      target={
        <button
          type="button"
          className={cx(styles.chooser, isInvalid && styles.invalid, props.className)}
          aria-label={`${label}: ${value || 'none'}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-invalid={isInvalid || undefined}
          aria-describedby={props.describedBy}
          title={value}
          disabled={disabled}
          onClick={() => setOpen(!isOpen)}
        >
          {icon}
          <span className={cx(styles.chosen, mono && styles.mono, value === '' && styles.placeholder)}>
            {value || placeholder}
          </span>
          {aside && <span className={styles.aside}>{aside}</span>}
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </button>
      }
    >
      {isOpen && children(close)}
    </Popover>
  );
}
