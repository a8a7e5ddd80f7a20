import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ShortcutProvider } from './use-shortcut.tsx';

it.each([
  ['a text field', 'textbox', true],
  ['a switch', 'checkbox', false],
])('leaves undo to the browser with the focus in %s: %s %s', (_what, role, isLeft) => {
  const { unmount } = render(
    <ShortcutProvider>
      <input type="text" defaultValue="Rule one" />
      <input type="checkbox" />
    </ShortcutProvider>,
  );
  // False: the default was prevented.
  expect(fireEvent.keyDown(screen.getByRole(role), { key: 'z', ctrlKey: true })).toBe(isLeft);
  expect(fireEvent.keyDown(screen.getByRole(role), { key: 'a', ctrlKey: true })).toBe(true);
  unmount();
});
