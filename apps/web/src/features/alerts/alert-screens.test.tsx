import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer, refusingServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';

const person = { id: 'u1', givenName: 'Ana', familyName: 'Kovac', email: 'ana@example.com', enabled: true };

function alertOf(id: string, more: Record<string, unknown> = {}) {
  return {
    id,
    type: 'RULE',
    title: `Alert ${id}`,
    severity: 'HIGH',
    status: 'OPEN',
    eventCount: 3,
    createdAt: '2026-11-20T10:00:00Z',
    lastReceivedEventAt: '2026-11-20T10:05:00Z',
    detectionId: 'Rule.One',
    detectionDisplayName: 'Rule one',
    logTypes: ['AWS.CloudTrail'],
    resourceId: null,
    deliveryState: 'SUCCEEDED',
    deliveries: [],
    assignee: null,
    ...more,
  };
}

/** A server with these alerts; edits change them. */
function serverOf(alerts: ReturnType<typeof alertOf>[]) {
  const page = () => ({
    totalItems: alerts.length,
    edges: alerts.map((node) => ({ node })),
    pageInfo: { hasNextPage: false, endCursor: null },
  });
  const answers: Record<string, (variables: Record<string, unknown>) => unknown> = {
    Alerts: () => ({ alerts: page(), newest: page() }),
    AlertsPoll: () => ({
      page: page(),
      fresh: { totalItems: state.freshCount },
      alerts: { totalItems: alerts.length },
      detectionErrors: { totalItems: 2 },
      systemErrors: { totalItems: 1 },
    }),
    AlertsHistogram: () => ({ alerts: page() }),
    AlertPeople: () => ({ users: [person] }),
    AlertLogTypes: () => ({ availableLogTypes: ['AWS.CloudTrail'] }),
    AnyAlert: () => ({ alerts: page() }),
    FirstSteps: () => ({
      sources: [],
      detections: { paging: { totalItems: 0 } },
      destinations: [],
      alerts: page(),
    }),
    Alert: ({ id }) => ({
      alert: alerts.some((alert) => alert.id === id)
        ? {
            ...alerts.find((alert) => alert.id === id),
            origin: { __typename: 'Rule', id: 'Rule.One', displayName: 'Rule one' },
            description: 'What it means',
            runbook: '1. Look',
            reference: null,
            firstEventOccurredAt: null,
            lastEventOccurredAt: null,
            dedupString: 'x',
            dedupPeriodMinutes: 60,
            threshold: 1,
            tags: [],
            logSources: [],
            reports: [{ key: 'MITRE ATT&CK', values: ['TA0003:T1098'] }],
            context: {},
            summaryAttributes: [],
            history: [],
          }
        : null,
    }),
    ExplainAlert: () => ({
      explainAlert: {
        detectionId: 'Rule.One',
        body: 'def rule(event):\n    return event.get("eventName") == "StopLogging"\n',
        yaml: null,
        event: '{"eventName":"StopLogging"}',
        result: true,
        error: null,
        errorLine: null,
        traceback: null,
        steps: [
          {
            step: 1,
            language: 'python',
            role: 'return',
            function: 'rule',
            line: 2,
            text: 'event.get("eventName") == "StopLogging"',
            truth: true,
            value: 'true',
            reads: [{ text: 'event.get("eventName")', value: '"StopLogging"' }],
          },
        ],
        droppedSteps: 0,
        decisive: 1,
        because: [],
        lines: [{ language: 'python', line: 2, ran: true }],
        functions: [],
        output: '',
        microseconds: 3,
      },
    }),
    AlertSummary: () => ({ alertSummary: [] }),
    RelatedAlerts: () => ({ alerts: { edges: [] } }),
    AlertEventTimeline: () => ({ alert: { eventTimeline: { bucketSeconds: null, buckets: [] } } }),
    AlertEvents: () => ({
      alert: {
        events: {
          edges: state.events.map((node) => ({ node })),
          pageInfo: { hasNextPage: false, endCursor: null },
        },
      },
    }),
    UpdateAlerts: ({ input }) => {
      const { selection, status } = input as { selection: { ids: string[] }; status: string };
      const edited = selection.ids.map((id) => ({ id, status, assignee: null }));
      alerts.splice(
        0,
        alerts.length,
        ...alerts.map((alert) => ({ ...alert, ...edited.find(({ id }) => id === alert.id) })),
      );
      return { updateAlerts: { alerts: edited, jobId: null } };
    },
  };
  const state = {
    freshCount: 0,
    alerts,
    events: [{ p_row_id: '1', eventName: 'StopLogging', p_log_type: 'AWS.CloudTrail' }],
    ...answeringServer(answers),
  };
  return state;
}

const permissions = ['AlertModify', 'RuleRead', 'DataAnalyticsRead'];

describe('the list of alerts', () => {
  it('[000-2.27] shows the alerts of the address with the filters it names', async () => {
    const server = serverOf([alertOf('a1'), alertOf('a2')]);
    await renderConsole({
      path: '/alerts-and-errors/?status[]=OPEN&status[]=TRIAGED',
      permissions,
      graphql: server.graphql,
    });
    await screen.findByText('Alert a1');
    expect(screen.getByRole('heading', { name: 'Alerts & Errors' })).toBeTruthy();
    const asked = server.callsOf('Alerts')[0];
    expect(asked?.variables).toMatchObject({ input: { type: 'ALERT', statuses: ['OPEN', 'TRIAGED'] } });
    expect((await screen.findByRole('tab', { name: /System Errors/ })).textContent).toContain('1');
  });

  it('changes the status from the row, and the row stays', async () => {
    const server = serverOf([alertOf('a1'), alertOf('a2')]);
    await renderConsole({
      path: '/alerts-and-errors/?status[]=OPEN',
      permissions,
      graphql: server.graphql,
    });
    const row = (await screen.findByText('Alert a1')).closest<HTMLElement>('[role="row"]')!;
    await userEvent.click(within(row).getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Resolved' }));
    await waitFor(() => expect(within(row).getByText('Resolved')).toBeTruthy());
    expect(server.callsOf('UpdateAlerts')[0]?.variables).toEqual({
      input: { selection: { ids: ['a1'] }, status: 'RESOLVED' },
    });
  });

  it('edits the selected alerts together', async () => {
    const server = serverOf([alertOf('a1'), alertOf('a2'), alertOf('a3')]);
    await renderConsole({ path: '/alerts-and-errors/', permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Alert a1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Alert a3' }));
    const bar = screen.getByRole('region', { name: 'Selection' });
    expect(bar.textContent).toContain('2 Selected');
    await userEvent.click(within(bar).getByRole('button', { name: 'Set status' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Closed' }));
    await userEvent.click(within(bar).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
    expect(server.alerts.map(({ status }) => status)).toEqual(['CLOSED', 'OPEN', 'CLOSED']);
  });

  it('announces new alerts in a pill and moves no row until it is pressed', async () => {
    const server = serverOf([alertOf('a1')]);
    server.freshCount = 2;
    await renderConsole({ path: '/alerts-and-errors/', permissions, graphql: server.graphql });
    const pill = await screen.findByRole('button', { name: /2 new alerts since/ });
    server.alerts.unshift(alertOf('a2', { createdAt: '2026-11-20T11:00:00Z' }));
    expect(screen.queryByText('Alert a2')).toBeNull();
    server.freshCount = 0;
    await userEvent.click(pill);
    await screen.findByText('Alert a2');
    await waitFor(() => expect(screen.queryByRole('button', { name: /new alert/ })).toBeNull());
  });

  it('tells an empty list from one that was filtered empty', async () => {
    const server = serverOf([]);
    await renderConsole({ path: '/alerts-and-errors/', permissions, graphql: server.graphql });
    await screen.findByText('No alerts yet');
    await renderConsole({
      path: '/alerts-and-errors/?severity[]=LOW',
      permissions,
      graphql: server.graphql,
    });
    await screen.findByText('No Results');
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy();
  });

  it('shows why the list could not be loaded', async () => {
    const graphql = refusingServer(new RequestError('The store is away', 500));
    await renderConsole({ path: '/alerts-and-errors/', permissions, graphql });
    expect(
      (await screen.findByText('The alerts could not be loaded')).closest('[role="alert"]')?.textContent,
    ).toContain('The store is away');
  });

  it('leaves edits to those who may edit', async () => {
    const server = serverOf([alertOf('a1')]);
    await renderConsole({ path: '/alerts-and-errors/', permissions: ['AlertRead'], graphql: server.graphql });
    const row = (await screen.findByText('Alert a1')).closest<HTMLElement>('[role="row"]')!;
    await userEvent.click(within(row).getByRole('button', { name: 'Open' }));
    const entry = await screen.findByRole('menuitem', { name: 'Resolved' });
    expect(entry.title).toContain('AlertModify');
    expect(entry).toHaveProperty('disabled', true);
  });
});

describe("an alert's page", () => {
  it('[000-2.29] shows what the alert says and where its techniques are described', async () => {
    const server = serverOf([alertOf('a1')]);
    await renderConsole({ path: '/alerts-and-errors/a1/', permissions, graphql: server.graphql });
    await screen.findByRole('heading', { level: 1, name: 'Alert a1' });
    expect(screen.getByText('What it means')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getAllByRole('link', { name: 'T1098' })[0]?.getAttribute('href')).toBe(
      'https://attack.mitre.org/techniques/T1098/',
    );
  });

  it('[000-2.30] opens the section the address names', async () => {
    const server = serverOf([alertOf('a1')]);
    const { address } = await renderConsole({
      path: '/alerts-and-errors/a1/events/',
      permissions,
      graphql: server.graphql,
    });
    expect((await screen.findAllByText(/StopLogging/)).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('tab', { name: 'Summary' }));
    await waitFor(() => expect(address()).toBe('/alerts-and-errors/a1/summary/'));
  });

  it('fills with the events that come into the lake after the alert was made', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const server = serverOf([
        alertOf('a1', { eventCount: 2, lastReceivedEventAt: new Date().toISOString() }),
      ]);
      await renderConsole({
        path: '/alerts-and-errors/a1/events/',
        permissions,
        graphql: server.graphql,
      });
      await screen.findAllByText(/StopLogging/);
      server.events.push({ p_row_id: '2', eventName: 'DeleteTrail', p_log_type: 'AWS.CloudTrail' });
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect((await screen.findAllByText(/DeleteTrail/)).length).toBeGreaterThan(0);
      const calls = server.callsOf('AlertEvents').length;
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      expect(server.callsOf('AlertEvents')).toHaveLength(calls);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps the page, and an open menu, when the section changes', async () => {
    const server = serverOf([alertOf('a1')]);
    const { router } = await renderConsole({
      path: '/alerts-and-errors/a1/',
      permissions,
      graphql: server.graphql,
    });
    const title = await screen.findByRole('heading', { level: 1, name: 'Alert a1' });
    await userEvent.click(screen.getByRole('button', { name: /^Status/ }));
    const entry = await screen.findByRole('menuitem', { name: 'Triaged' });
    await router.navigate({ to: '/alerts-and-errors/a1/summary/' as never });
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Summary' }).getAttribute('aria-selected')).toBe('true'),
    );
    expect(title.isConnected && entry.isConnected).toBe(true);
  });

  it('explains why an event matched, on the version that made the alert', async () => {
    const server = serverOf([alertOf('a1')]);
    await renderConsole({
      path: '/alerts-and-errors/a1/events/',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Why did this match?' }));
    const decided = await screen.findByRole('group', { name: 'What decided' });
    expect(decided.textContent).toContain('The condition that made it match');
    expect(decided.textContent).toContain('event.get("eventName") = "StopLogging"');
    expect(server.callsOf('ExplainAlert')[0]?.variables).toEqual({
      input: { alertId: 'a1', storedEvent: { rowId: '1', logType: 'AWS.CloudTrail' } },
    });
  });

  it('[000-2.31] takes no other section and no longer path', async () => {
    const server = serverOf([alertOf('a1')]);
    const { router } = await renderConsole({
      path: '/alerts-and-errors/a1/nothing/',
      permissions,
      graphql: server.graphql,
    });
    const lost = 'Not all who wander are lost...';
    expect(await screen.findByText(lost)).toBeDefined();
    await router.navigate({ to: '/alerts-and-errors/' });
    await waitFor(() => expect(screen.queryByText(lost)).toBeNull());
    await router.navigate({ to: '/alerts-and-errors/a1/events/more/' as never });
    expect(await screen.findByText(lost)).toBeDefined();
  });
});
