import { act, screen, waitFor } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { localText } from '../lib/storage.ts';
import { renderInApp } from '../testing/render.tsx';
import { SideSheet } from '../ui/overlays/side-sheet.tsx';
import { UnsavedChangesPrompt } from '../ui/inputs/unsaved-changes.tsx';
import { OfflineModal } from './offline-modal.tsx';
import { StorageAlert } from './storage-alert.tsx';

// The small router of these tests knows any address, the console's registered one does not.
const go = (to: string) => ({ to: to as '/' });

describe('offline modal', () => {
  it('[000-2.164] [000-2.165] is open exactly while the browser is offline', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await renderInApp(<OfflineModal />);
    expect(screen.queryByRole('dialog')).toBeNull();
    online.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByRole('dialog', { name: 'No Internet Connection' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reconnecting' }).getAttribute('aria-disabled')).toBe('true');
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('storage alert', () => {
  it('[000-8.44] [000-8.45] [001-8.34] shows the error text, and names the cause when the storage is full', async () => {
    await renderInApp(<StorageAlert />);
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('5 MB reached', 'QuotaExceededError');
      },
    });
    act(() => localText('margay.test').write('x'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      'The storage has insufficient space or the feature is disabled. 5 MB reached',
    );
  });
});

describe('side sheet', () => {
  it('[000-2.142] closes on any change of path', async () => {
    const onClose = vi.fn();
    await renderInApp(
      <SideSheet isOpen onClose={onClose} title="Edit">
        <Link {...go('/elsewhere')}>Elsewhere</Link>
      </SideSheet>,
    );
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it.each([
    ['notifications', 'clamp(510px, 25vw, 510px)'],
    ['bucket', '50%'],
    ['format', '60%'],
    ['schema', '40%'],
  ] as const)('is as wide as its kind: %s', async (width, size) => {
    await renderInApp(
      <SideSheet isOpen onClose={() => undefined} title={width} width={width}>
        content
      </SideSheet>,
    );
    const sheet = await screen.findByRole('dialog', { name: width });
    const sized = sheet.closest<HTMLElement>('[style*="--drawer-size"]');
    expect(sized?.style.getPropertyValue('--drawer-size')).toContain(size);
  });
});

describe('unsaved changes', () => {
  const form = (
    <>
      <UnsavedChangesPrompt when what="the rule" />
      <Link {...go('/elsewhere')}>Leave</Link>
    </>
  );

  it('[000-4.41] [000-4.43] [000-4.44] asks before another path, and goes on when confirmed', async () => {
    const { history } = await renderInApp(form, { path: '/edit' });
    await userEvent.click(screen.getByRole('link', { name: 'Leave' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(history.location.pathname).toBe('/edit');
    await userEvent.click(screen.getByRole('link', { name: 'Leave' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(history.location.pathname).toBe('/elsewhere'));
  });
});
