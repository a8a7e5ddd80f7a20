import { Menu as MantineMenu } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { MenuEntries, menuLooks } from './menu.tsx';
import type { MenuEntry } from './menu.tsx';

interface OpenMenu {
  returnTo: HTMLElement;
  label: string;
  entries: readonly MenuEntry[];
  box: DOMRect;
}

/**
 * One menu for many buttons, as in the rows of a table: `open(button, label, entries)` shows it at that button, `layer`
 * goes once into the drawing. On closing the focus returns to the button, or to `returnTo`.
 */
export function useMenuAt(): {
  open: (
    anchor: HTMLElement,
    label: string,
    entries: readonly MenuEntry[],
    returnTo?: HTMLElement | null,
  ) => void;
  layer: ReactNode;
} {
  const [menu, setMenu] = useState<OpenMenu>();
  function close() {
    menu?.returnTo.focus();
    setMenu(undefined);
  }
  const layer = menu && (
    <MantineMenu
      {...menuLooks}
      opened
      position="bottom-end"
      onChange={(opened) => !opened && close()}
      returnFocus={false}
    >
      <MantineMenu.Target>
        <span
          // The menu is named by this place.
          aria-hidden
          aria-label={menu.label}
          style={{
            position: 'fixed',
            left: menu.box.left,
            top: menu.box.top,
            width: menu.box.width,
            height: menu.box.height,
            pointerEvents: 'none',
          }}
        />
      </MantineMenu.Target>
      <MenuEntries label={menu.label} entries={menu.entries} />
    </MantineMenu>
  );
  return {
    open: (anchor, label, entries, returnTo) =>
      setMenu({ returnTo: returnTo ?? anchor, label, entries, box: anchor.getBoundingClientRect() }),
    layer,
  };
}
