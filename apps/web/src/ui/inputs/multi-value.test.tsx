import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { MultiValueModal, readEntries } from './multi-value.tsx';

async function open(values: string[], isValid?: (text: string) => boolean) {
  const onApply = vi.fn();
  const onClose = vi.fn();
  await renderInApp(
    <MultiValueModal
      title="Values"
      values={values}
      onApply={onApply}
      onClose={onClose}
      {...(isValid ? { isValid } : {})}
    />,
  );
  return { onApply, onClose, user: userEvent.setup(), input: () => screen.getByLabelText('New value') };
}
const isNumber = (text: string) => /^\d+$/.test(text);

describe('multi-value modal', () => {
  it('[001-2.72] adds, edits, deletes and clears; [001-2.73] Apply hands over and closes', async () => {
    const { user, input, onApply, onClose } = await open(['one']);
    await user.type(input(), 'two, three{Enter}');
    await user.click(screen.getByRole('button', { name: 'Edit two' }));
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.clear(screen.getByLabelText('Value two'));
    await user.type(screen.getByLabelText('Value two'), '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Delete one' }));
    expect(
      within(screen.getByRole('list'))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['2', 'three']);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith(['2', 'three']);
    expect(onClose).toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
  });

  it('[001-5.62] [001-9.16] a value is saved when it is another and not empty; the modal is 650 wide', async () => {
    const { user } = await open(['one', 'two']);
    expect(
      screen.getByRole('dialog').style.getPropertyValue('--modal-size') || document.body.innerHTML,
    ).toContain('calc(40.625rem');
    await user.click(screen.getByRole('button', { name: 'Edit two' }));
    const isOff = () => screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled') === 'true';
    const input = screen.getByLabelText('Value two');
    expect(isOff()).toBe(true);
    await user.clear(input);
    expect(isOff()).toBe(true);
    await user.type(input, 'one');
    expect(isOff()).toBe(true);
    await user.type(input, ' more');
    expect(isOff()).toBe(false);
  });

  it('[001-5.56] [001-5.57] [001-5.59] says why one value cannot be added, and Add is off', async () => {
    const { user, input } = await open(['1'], isNumber);
    const add = () => screen.getByRole('button', { name: 'Add' });
    expect(add().getAttribute('aria-disabled')).toBe('true');
    await user.type(input(), '1');
    expect(screen.getByText('Value exists already')).toBeTruthy();
    expect(add().getAttribute('aria-disabled')).toBe('true');
    await user.clear(input());
    await user.type(input(), 'x');
    expect(screen.getByText('Invalid value')).toBeTruthy();
  });

  it('[001-5.58] [001-5.60] splits at commas and names what it ignored', async () => {
    const { user, input } = await open([], isNumber);
    expect(screen.getByText('Values entered above are comma-delimited.')).toBeTruthy();
    await user.type(input(), '1, x, 2, y{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('One or more invalid values were ignored: x, y');
  });

  it('[001-5.61] skips empty entries', () =>
    expect(readEntries(' a,, b,\n', { byComma: true, existing: ['b'], isValid: () => true }).added).toEqual([
      'a',
    ]));
});
