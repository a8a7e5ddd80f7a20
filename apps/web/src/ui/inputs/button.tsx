import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './button.module.css';
import { Kbd } from '../marks/kbd.tsx';
import { Spinner } from '../marks/spinner.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'dashed';
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg';

interface Look {
  /** `primary` once per view, `danger` only for what destroys. */
  variant?: ButtonVariant;
  /** 24, 28, 32 or 40 px. */
  size?: ButtonSize;
  icon?: ReactNode;
  /** Icon at the end, for instance a chevron. */
  trailing?: ReactNode;
  /** Shortcut printed on the button, for instance `mod+S`. */
  keys?: string;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Keeps the width, swaps the icon for a spinner and ignores clicks. */
  loading?: boolean;
  /** Why the button is disabled, or what it does; shown as a tooltip. A text disables nothing by itself. */
  tooltip?: string | undefined;
  /** Disables the button and says why, for instance a missing permission. */
  disabledReason?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

function lookOf({ variant = 'default', size = 'md' }: Look, extra: string | false | undefined) {
  return cx(styles.button, variant !== 'default' && styles[variant], size !== 'md' && styles[size], extra);
}

/**
 * The button. A disabled button stays in the tab order (`aria-disabled`) so that its reason can be read by everyone.
 */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    icon,
    trailing,
    keys,
    loading = false,
    tooltip,
    disabledReason,
    disabled = false,
    className,
    onClick,
    children,
    type = 'button',
    ...rest
  } = props;
  const isOff = disabled || disabledReason !== undefined;
  const button = (
    <button
      {...rest}
      type={type}
      className={lookOf(
        { variant, size },
        cx(isOff && styles.disabled, loading && styles.loading, className),
      )}
      aria-disabled={isOff || loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (isOff || loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <Spinner /> : icon}
      {children}
      {trailing}
      {keys && <Kbd keys={keys} bare={variant === 'primary'} />}
    </button>
  );
  const text = disabledReason ?? tooltip;
  return text ? <Tooltip label={text}>{button}</Tooltip> : button;
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'trailing' | 'keys'> {
  /** Accessible name, also the tooltip. */
  label: string;
  children: ReactNode;
}

/** A square button with an icon and a name that shows as its tooltip. */
export function IconButton({
  label,
  children,
  className,
  variant = 'quiet',
  tooltip,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      tooltip={tooltip ?? label}
      className={cx(styles.iconOnly, className)}
    >
      {children}
    </Button>
  );
}

interface AnchorProps extends Look, AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
}
/** The looks of a button on an anchor; `createLink` makes a link of the router of it. */
export function ButtonAnchor({
  variant,
  size,
  icon,
  trailing,
  keys,
  className,
  children,
  ...rest
}: AnchorProps) {
  return (
    <a {...rest} className={lookOf({ variant, size }, className)}>
      {icon}
      {children}
      {trailing}
      {keys && <Kbd keys={keys} bare={variant === 'primary'} />}
    </a>
  );
}

/** A link that looks like a button: typed `to`, `params` and `search` of the router. */
export const ButtonLink = createLink(ButtonAnchor);

/** Joins buttons edge to edge. */
export function ButtonGroup({ children }: { children: ReactNode }) {
  return <span className={styles.group}>{children}</span>;
}
