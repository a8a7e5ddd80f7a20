import { screen, waitFor } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useOpenSidePanel } from '../lib/side-panels.ts';
import type { SidePanelKinds } from '../lib/side-panels.ts';
import { renderInApp } from '../testing/render.tsx';
import { SideSheet } from '../ui/overlays/side-sheet.tsx';
import { SidePanels } from './side-panels.tsx';

const kinds: SidePanelKinds = {
  'notification-centre': (props) => (
    <SideSheet {...props} title="Told">
      <input aria-label="Note" />
    </SideSheet>
  ),
  'rule-filter': () => null,
  'schema-viewer': ({ input, ...props }) => (
    <SideSheet {...props} title="Schemas">
      {input.names.join()}
    </SideSheet>
  ),
};

function Openers() {
  const open = useOpenSidePanel();
  return (
    <>
      <button type="button" onClick={() => open?.('notification-centre', undefined)}>
        Tell
      </button>
      <button type="button" onClick={() => open?.('schema-viewer', { names: ['A', 'B'] })}>
        Show
      </button>
      {/* The small router of these tests knows any address, the console's registered one does not. */}
      <Link to={'/elsewhere' as '/'}>Elsewhere</Link>
    </>
  );
}

it('[000-2.142] opens one panel at a time, until the path changes', async () => {
  await renderInApp(
    <SidePanels kinds={kinds}>
      <Openers />
    </SidePanels>,
    { path: '/start' },
  );
  const click = (name: string) => userEvent.click(screen.getByText(name));
  await click('Tell');
  await userEvent.type(await screen.findByLabelText('Note'), 'half done');
  await click('Show');
  expect((await screen.findByRole('dialog', { name: 'Schemas' })).textContent).toContain('A,B');
  expect(screen.queryByRole('dialog', { name: 'Told' })).toBeNull();
  await click('Tell');
  expect((await screen.findByLabelText<HTMLInputElement>('Note')).value).toBe('');
  await click('Elsewhere');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
