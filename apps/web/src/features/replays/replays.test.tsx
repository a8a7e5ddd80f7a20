import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { aboutRule, replay, replayAlert } from './testing.ts';

const list = '/build/detections/rules/Okta.Push/?section=replays';
const one = '/build/detections/rules/Okta.Push/replay/7d1c40b2-9e35-4d00-8000-000000000001/';
const permissions = ['RuleRead', 'RuleModify'];

beforeEach(() => {
  window.innerWidth = 1600;
});

const alertsOf = (...alerts: ReturnType<typeof replayAlert>[]) => ({
  replay: {
    alerts: {
      edges: alerts.map((node) => ({ node })),
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  },
});
const running = replay({
  state: 'EVALUATION_IN_PROGRESS',
  completedAt: null,
  summary: { ...replay().summary, evaluationProgress: 0.84, computationProgress: 0.5 },
});

describe('replays of a rule', () => {
  it('lists them with states and counters, and opens one', async () => {
    const server = answeringServer({
      ...aboutRule(),
      Replays: () => ({ replays: [replay()] }),
      Replay: () => ({ replay: replay() }),
      ReplayAlerts: () => alertsOf(replayAlert()),
    });
    const { address } = await renderConsole({ path: list, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByText('Done'));
    await waitFor(() => expect(address()).toBe(one));
  });

  it('says so when there are none, and why when they cannot be read', async () => {
    let isBroken = false;
    const server = answeringServer({
      ...aboutRule(),
      Replays: () => (isBroken ? new Error('The store is away.') : { replays: [] }),
    });
    const { unmount } = await renderConsole({ path: list, permissions, graphql: server.graphql });
    expect(await screen.findByText('This rule was never replayed')).toBeTruthy();
    unmount();
    isBroken = true;
    await renderConsole({ path: list, permissions, graphql: server.graphql });
    expect(await screen.findByText('The replays could not be loaded')).toBeTruthy();
  });

  it('starts one by size, and goes to its page', async () => {
    const server = answeringServer({
      ...aboutRule(),
      Replays: () => ({ replays: [] }),
      ReplayLogTypes: () => ({ availableLogTypes: ['AWS.CloudTrail', 'Okta.SystemLog'] }),
      CreateReplay: () => ({ createReplay: { replay: replay() } }),
      Replay: () => ({ replay: replay() }),
      ReplayAlerts: () => alertsOf(),
    });
    const { address } = await renderConsole({ path: list, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'New replay' }));
    await userEvent.click(await screen.findByRole('radio', { name: /Size window/ }));
    const size = screen.getByLabelText(/Size limit/);
    await userEvent.clear(size);
    await userEvent.type(size, '2');
    await userEvent.click(screen.getByRole('button', { name: 'Start replay' }));
    await waitFor(() => expect(address()).toBe(one));
    expect(server.callsOf('CreateReplay')[0]?.variables.input).toEqual({
      detectionId: 'Okta.Push',
      logTypes: ['Okta.SystemLog'],
      maxSizeInGB: 2,
    });
  });

  it('does not start with a window that ends before it begins', async () => {
    const server = answeringServer({
      ...aboutRule(),
      Replays: () => ({ replays: [] }),
      ReplayLogTypes: () => ({ availableLogTypes: [] }),
    });
    await renderConsole({ path: list, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'New replay' }));
    const from = await screen.findByLabelText('From');
    await userEvent.clear(from);
    await userEvent.type(from, '01/01/2099 00:00');
    expect(screen.getByText('The end must be after the start')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start replay' }));
    expect(server.callsOf('CreateReplay')).toHaveLength(0);
  });
});

describe('a replay', () => {
  it('shows both stages while it runs, and stops', async () => {
    let state = running;
    const server = answeringServer({
      ...aboutRule(),
      Replay: () => ({ replay: state }),
      Replays: () => ({ replays: [] }),
      ReplayAlerts: () => alertsOf(),
      StopReplay: () => {
        state = replay({ state: 'CANCELED' });
        return { stopReplay: { replay: state } };
      },
    });
    await renderConsole({ path: one, permissions, graphql: server.graphql });
    const bar = await screen.findByRole('progressbar', { name: 'Evaluation' });
    expect(bar.getAttribute('aria-valuenow')).toBe('84');
    expect(screen.getByText('Alerts are listed when the replay has ended.')).toBeTruthy();
    expect(server.callsOf('ReplayAlerts')).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Stop replay' }));
    expect(await screen.findByText('Stopped')).toBeTruthy();
  });

  it('lists its alerts with where they would have gone', async () => {
    const server = answeringServer({
      ...aboutRule(),
      Replay: () => ({ replay: replay() }),
      ReplayAlerts: () => alertsOf(replayAlert({ receivers: ['On call'] })),
      ReplayAlert: () => ({ replayAlert: replayAlert({ receivers: ['On call'] }) }),
      ReplayedEvent: () => ({ explainDetection: { event: '{"actor":"ana"}' } }),
    });
    const { address } = await renderConsole({ path: one, permissions, graphql: server.graphql });
    const table = await screen.findByRole('region', { name: 'Would-be alerts' });
    expect(await within(table).findAllByTitle('On call')).toBeTruthy();
    const slices = screen.getByRole('table', { name: 'Slices of the window' });
    expect(within(slices).getByRole('row', { name: /300 12 2 1$/ })).toBeDefined();
    await userEvent.click(within(table).getByText('Push by Ana'));
    await waitFor(() => expect(address()).toBe(`${one}alert/a1/`));
  });

  it('[000-2.54] [001-2.21] previews an alert: no real one, where it would have gone, its events', async () => {
    const server = answeringServer({
      ...aboutRule(),
      ReplayAlert: () => ({ replayAlert: replayAlert({ receivers: ['On call', 'Chat'] }) }),
      ReplayedEvent: () => ({ explainDetection: { event: '{"eventType":"user.mfa.push"}' } }),
    });
    await renderConsole({ path: `${one}alert/a1/`, permissions, graphql: server.graphql });
    const gone = await screen.findByRole('region', { name: 'Would have gone to' });
    expect(within(gone).getByText('On call')).toBeTruthy();
    expect(within(gone).getByText('Chat')).toBeTruthy();
    expect(screen.getByText('Not a real alert')).toBeTruthy();
    expect(await screen.findByText(/user\.mfa\.push/)).toBeTruthy();
    expect(server.callsOf('ReplayAlert')[0]?.variables.input).toEqual({
      replayId: '7d1c40b2-9e35-4d00-8000-000000000001',
      alertId: 'a1',
    });
    expect(server.callsOf('ReplayedEvent')[0]?.variables.input).toMatchObject({
      detectionId: 'Okta.Push',
      storedEvent: { rowId: 'row-1' },
    });
  });
});
