import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './field.module.css';
import { IconCircleX } from '../icons.ts';

/** What every form field takes. */
export interface FieldProps {
  label: ReactNode;
  /** Explains the field; gives its place to the error. */
  help?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  /** At the right end of the label, for instance a link. */
  aside?: ReactNode;
  className?: string | undefined;
}

/** Ids and state a control needs to belong to its field. */
export interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Label above, control, and below it help or error in the same place, so that nothing jumps. */
export function Field(props: FieldProps & { children: (ids: ControlIds) => ReactNode }) {
  const { label, help, error, required = false, aside, className, children } = props;
  const id = useId();
  const message = error ?? help;
  return (
    <div className={cx(styles.field, className)}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span className={styles.star} aria-hidden>
            *
          </span>
        )}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': message ? `${id}-message` : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {message && (
        <div
          id={`${id}-message`}
          className={error ? styles.error : styles.hint}
          role={error ? 'alert' : undefined}
        >
          {error && <IconCircleX size={14} stroke={1.5} aria-hidden />}
          <span>{message}</span>
        </div>
      )}
    </div>
  );
}

/** A group of controls under one label: check boxes, radio buttons, a pair of inputs. */
export function FieldGroup({
  label,
  help,
  error,
  required = false,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const id = useId();
  const message = error ?? help;
  return (
    <div
      className={cx(styles.field, className)}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={message ? `${id}-message` : undefined}
    >
      <div className={styles.label}>
        <span id={`${id}-label`}>{label}</span>
        {required && (
          <span className={styles.star} aria-hidden>
            *
          </span>
        )}
      </div>
      {children}
      {message && (
        <div
          id={`${id}-message`}
          className={error ? styles.error : styles.hint}
          role={error ? 'alert' : undefined}
        >
          {error && <IconCircleX size={14} stroke={1.5} aria-hidden />}
          <span>{message}</span>
        </div>
      )}
    </div>
  );
}
