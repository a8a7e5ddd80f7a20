import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { useMenuAt } from '../../ui/overlays/menu-at.tsx';
import { useValueMenu } from './use-value-menu.tsx';
import type { ValueActions, ValuePlace } from './use-value-menu.tsx';
import styles from './value-button.module.css';

export interface ValueButtonProps {
  place: ValuePlace;
  actions?: ValueActions;
  /** What is shown of the value; its text when left out. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A value as text that opens its menu: by click, Enter, the right mouse button, the menu key and Shift+F10. */
export function ValueButton({ place, actions, children, className }: ValueButtonProps) {
  const menuOf = useValueMenu();
  const menu = useMenuAt();
  const text = String(place.value);
  const open = (anchor: HTMLElement) => menu.open(anchor, `Value ${text}`, menuOf(place, actions));
  return (
    <>
      <button
        type="button"
        className={cx(styles.value, className)}
        aria-haspopup="menu"
        title={text}
        onClick={(event) => {
          // What stands around may open something of its own.
          event.stopPropagation();
          open(event.currentTarget);
        }}
        onContextMenu={(event) => {
          if (globalThis.getSelection()?.toString()) return;
          event.preventDefault();
          open(event.currentTarget);
        }}
      >
        {children ?? text}
      </button>
      {menu.layer}
    </>
  );
}
