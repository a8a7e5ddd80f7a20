import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';

export interface SubmitButtonProps extends Omit<ButtonProps, 'variant' | 'loading' | 'disabled'> {
  isSubmitting?: boolean;
  isValid: boolean;
  /** Something differs from what is kept. */
  isDirty: boolean;
  /** Submitting an invalid form then shows what is wrong. */
  allowsInvalid?: boolean;
  allowsPristine?: boolean;
}

/** The button that submits a form; off while that makes no sense. */
export function SubmitButton(props: SubmitButtonProps) {
  const {
    isSubmitting = false,
    isValid,
    isDirty,
    allowsInvalid = false,
    allowsPristine = false,
    ...rest
  } = props;
  const isOff = isSubmitting || (!isValid && !allowsInvalid) || (!isDirty && !allowsPristine);
  return <Button type="submit" {...rest} variant="primary" loading={isSubmitting} disabled={isOff} />;
}
