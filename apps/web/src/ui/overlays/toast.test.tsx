import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { copyText } from '../text/copy-button.tsx';
import { toast } from './toast.ts';
import { UiProvider } from '../theme/ui-provider.tsx';

describe('toasts', () => {
  it('keeps a failure until it is dismissed', async () => {
    render(<UiProvider>page</UiProvider>);
    toast.error({ title: 'Update password failed.', message: 'The old password is not right.' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The old password is not right.');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('takes away all of them, those too that wait for room', async () => {
    render(<UiProvider>page</UiProvider>);
    for (const name of ['one', 'two', 'three', 'four']) toast.error(`Could not save ${name}`);
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3));
    toast.dismissAll();
    await waitFor(() => expect(screen.queryAllByRole('alert')).toEqual([]));
  });

  it('[000-8.42] [001-8.31] tells for 1500 ms that a copy worked', async () => {
    const done = vi.spyOn(toast, 'success');
    render(<UiProvider>page</UiProvider>);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce(undefined);
    await copyText('abc');
    expect(write).toHaveBeenCalledWith('abc');
    expect(await screen.findByText('Copied to clipboard')).toBeDefined();
    expect(done.mock.calls).toEqual([[{ title: 'Copied to clipboard', durationMs: 1500 }]]);
  });

  it('[000-8.43] [001-8.32] tells for 1500 ms that a copy failed', async () => {
    const failed = vi.spyOn(toast, 'error');
    render(<UiProvider>page</UiProvider>);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await copyText('abc');
    expect((await screen.findByRole('alert')).textContent).toContain('Error copying to clipboard');
    expect(failed.mock.calls).toEqual([[{ title: 'Error copying to clipboard', durationMs: 1500 }]]);
  });
});
