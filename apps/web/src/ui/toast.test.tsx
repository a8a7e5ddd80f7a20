import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../testing/layout.ts';
import { copyText } from './copy-button.tsx';
import { toast } from './toast.ts';
import { UiProvider } from './ui-provider.tsx';

afterEach(() => vi.restoreAllMocks());

describe('toasts', () => {
  it('keeps a failure until it is dismissed', async () => {
    render(<UiProvider>page</UiProvider>);
    toast.error({ title: 'Update password failed.', message: 'The old password is not right.' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The old password is not right.');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('[000-8.42] [000-8.43] tells whether a copy worked', async () => {
    render(<UiProvider>page</UiProvider>);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce(undefined);
    await copyText('abc');
    expect(write).toHaveBeenCalledWith('abc');
    expect(await screen.findByText('Copied to clipboard')).toBeDefined();
    write.mockRejectedValueOnce(new Error('denied'));
    await copyText('abc');
    expect(await screen.findByText('Error copying to clipboard')).toBeDefined();
  });
});
