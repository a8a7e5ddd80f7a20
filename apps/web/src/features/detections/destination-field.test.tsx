import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderConsole } from '../../testing/console.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { editPath, permissions, ruleServer, testedRule } from './testing.ts';

// Wide enough for the three panes of the editor.
beforeEach(() => {
  window.innerWidth = 1600;
});

describe('destinations in the rule editor', () => {
  it('[001-2.107] [001-2.108] [002-2.81] explains destination overrides and links to a new destination', async () => {
    const server = ruleServer(testedRule());
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    expect(
      await screen.findByText(
        'Send alerts to these destinations regardless of their severity level settings',
      ),
    ).toBeDefined();
    const link = screen.getByRole('link', { name: 'Create destination' });
    expect(link.getAttribute('href')).toContain('/configure/destinations/new');
  });
  it.each([
    ['[001-8.24] [002-2.79] [002-2.80]', [], /^You have not configured any destinations\./],
    [
      '[001-8.22] [001-8.23]',
      new Error('The store is away.'),
      'There was a problem loading your destinations!',
    ],
    ['[001-8.25] [002-2.78]', new Promise(() => undefined), 'Loading your destinations...'],
  ])('%s says what there is of destinations', async (_id, destinations, words) => {
    const said = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
    const answer = Array.isArray(destinations) ? { destinations } : destinations;
    const server = ruleServer(testedRule(), { DetectionDestinations: () => answer });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    const found = await screen.findByText(words);
    const link = within(found).queryByRole('link', { name: 'Create one' });
    expect(link?.getAttribute('href')).toBe(
      Array.isArray(destinations) ? '/configure/destinations/new/' : undefined,
    );
    const refused = [
      { id: 'destinations', title: 'Could not fetch your destinations', message: 'The store is away.' },
    ];
    if (destinations instanceof Error) await waitFor(() => expect(said.mock.calls).toEqual([refused]));
    said.mockRestore();
  });
  it('says which destinations would receive its alerts', async () => {
    const server = ruleServer(testedRule(), {
      DetectionDestinations: () => ({
        destinations: [
          { outputId: 'd1', displayName: 'On call', outputType: 'slack' },
          { outputId: 'd2', displayName: 'Archive', outputType: 'slack' },
        ],
      }),
      RoutePreview: () => ({ routePreview: { outputIds: ['d1'], reason: 'match' } }),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    const line = (await screen.findByText('By severity and log type, alerts go to')).parentElement!;
    expect(line.textContent).toContain('On call');
    expect(line.textContent).not.toContain('Archive');
    expect(server.callsOf('RoutePreview')[0]?.variables.input).toEqual({
      severity: 'HIGH',
      logTypes: ['Okta.SystemLog'],
      outputIds: [],
    });
  });
});
