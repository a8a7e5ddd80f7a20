import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { renderInApp } from '../../testing/render.tsx';
import { Button } from '../inputs/button.tsx';
import { useMenuAt } from './menu-at.tsx';

function Page(props: { onEscape: () => void }) {
  const menu = useMenuAt();
  useShortcut({ keys: 'escape', description: 'Close the page', run: props.onEscape });
  return (
    <>
      <Button onClick={(event) => menu.open(event.currentTarget, 'Row', [{ label: 'Copy row' }])}>
        Open
      </Button>
      {menu.layer}
    </>
  );
}

describe('a menu at a button', () => {
  it('has the focus as soon as it is there, so that no key passes it by', async () => {
    const onEscape = vi.fn();
    await renderInApp(<Page onEscape={onEscape} />);
    const button = screen.getByRole('button', { name: 'Open' });
    fireEvent.click(button);
    const menu = screen.getByRole('menu');
    expect(document.activeElement).toBe(menu);
    fireEvent.keyDown(menu, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(onEscape).not.toHaveBeenCalled();
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(onEscape).toHaveBeenCalledOnce();
  });
});
