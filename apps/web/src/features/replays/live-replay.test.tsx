import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { aboutRule, replayAlert, replayCounts } from './testing.ts';
import type { LiveReplay } from './replay-types.ts';

const path = '/build/detections/rules/Okta.Push/edit/';
const permissions = ['RuleRead', 'RuleModify'];

const outcome = {
  counts: replayCounts({ matches: 3, alerts: 2, errors: 1 }),
  isLimited: false,
  alerts: [],
  errors: [{ error: "KeyError: 'actor'", traceback: 'Traceback: line 2', event: null }],
  histogram: [{ startsAt: '2026-11-19T00:00:00Z', events: 900, candidates: 40, matches: 3, alerts: 2 }],
};
const done: LiveReplay = {
  id: 'live-1',
  status: 'succeeded',
  phase: null,
  progress: null,
  error: null,
  result: {
    note: null,
    changed: outcome,
    saved: { counts: replayCounts({ matches: 9, alerts: 2 }) },
    comparison: {
      newCount: 1,
      goneCount: 1,
      sameCount: 0,
      newAlerts: [replayAlert({ id: 'a1', title: 'Push by Ana' })],
      goneAlerts: [replayAlert({ id: 'a2', title: 'Push by Bo' })],
      sameAlerts: [],
    },
  },
};
const running: LiveReplay = {
  ...done,
  status: 'running',
  phase: 'CHANGED',
  progress: replayCounts({ eventsProcessed: 450, matches: 2 }),
  result: null,
};

beforeEach(() => {
  window.innerWidth = 1600;
});

const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Live replay' }));

describe('live replay', () => {
  it('starts only while it is open, tells numbers on the way, then alerts and what changed', async () => {
    let looks = 0;
    const server = answeringServer({
      ...aboutRule(),
      StartLiveReplay: () => ({ startLiveReplay: running }),
      LiveReplay: () => ({ liveReplay: ++looks < 3 ? running : done }),
    });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await screen.findByRole('button', { name: 'Live replay' });
    expect(server.callsOf('StartLiveReplay')).toHaveLength(0);
    await open();
    const bar = await screen.findByRole('progressbar', { name: 'Progress of the replay' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getByText(/This text: 450 of 900 events, 40 read, 2 matches/)).toBeTruthy();
    expect(await screen.findByText('Push by Ana')).toBeTruthy();
    const result = screen.getByLabelText('Result of the replay');
    expect(within(result).getByText('saved version: 9')).toBeTruthy();
    expect(screen.getByText("KeyError: 'actor'")).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Gone 1' })).toBeTruthy();
    expect(screen.getByText('Push by Bo').tagName).toBe('S');
    expect(screen.queryByText('Out of date')).toBeNull();
    await userEvent.click(screen.getByText('Push by Ana'));
    expect(await screen.findByText(/never delivered/)).toBeTruthy();
  });

  it('marks a result of an older text, and replays the new one when typing pauses', async () => {
    const server = answeringServer({ ...aboutRule(), StartLiveReplay: () => ({ startLiveReplay: done }) });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await open();
    await screen.findByText('Push by Ana');
    await userEvent.clear(screen.getByLabelText(/^Threshold/));
    await userEvent.type(screen.getByLabelText(/^Threshold/), '5');
    expect(screen.getByText('Out of date')).toBeTruthy();
    expect(screen.getByText('Waits until typing pauses')).toBeTruthy();
    await waitFor(() => expect(server.callsOf('StartLiveReplay')).toHaveLength(2));
    expect(server.callsOf('StartLiveReplay')[1]?.variables.input).toMatchObject({ rule: { threshold: 5 } });
    await waitFor(() => expect(screen.queryByText('Out of date')).toBeNull());
  });

  it('starts nothing for a text with a syntax error, and says why', async () => {
    const server = answeringServer({
      ...aboutRule(),
      CheckDetectionBody: () => ({
        checkDetectionBody: [
          {
            line: 2,
            column: 1,
            endLine: 2,
            endColumn: 3,
            severity: 'error',
            code: 'syntax-error',
            message: 'invalid syntax',
          },
        ],
      }),
    });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await open();
    expect(await screen.findByText('Line 2: invalid syntax')).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(server.callsOf('StartLiveReplay')).toHaveLength(0);
  });

  it('cancels on the server, and runs again on request', async () => {
    const server = answeringServer({
      ...aboutRule(),
      StartLiveReplay: () => ({ startLiveReplay: running }),
      LiveReplay: () => ({ liveReplay: running }),
      CancelLiveReplay: () => ({ cancelLiveReplay: { id: 'live-1', status: 'cancelled' } }),
    });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await open();
    const dock = screen.getByRole('region', { name: 'Live replay' });
    await userEvent.click(await within(dock).findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(server.callsOf('CancelLiveReplay')).toHaveLength(1));
    await userEvent.click(within(dock).getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(server.callsOf('StartLiveReplay')).toHaveLength(2));
  });

  it('says why a replay failed', async () => {
    const server = answeringServer({
      ...aboutRule(),
      StartLiveReplay: () => ({
        startLiveReplay: { ...done, status: 'failed', result: null, error: 'The rule took too long.' },
      }),
    });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await open();
    expect(await screen.findByText('The rule took too long.')).toBeTruthy();
  });
});
