import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderConsole } from '../../../testing/console.tsx';
import type { Rule } from '../queries.ts';
import { builderServer, storedRule } from '../testing.ts';
import { alertTest, filterFor, keyPathOf, withFilter } from './new-filter.ts';

const event = {
  eventType: 'user.mfa',
  client: { ip: '203.0.113.7' },
  target: [{ id: 'a' }],
  p_rule_id: 'Okta.Push',
};

describe('a filter from a field of an event', () => {
  it('[001-2.62] is not equals for a field of its own, and not contains within a list', () => {
    expect(filterFor({ path: ['client', 'ip'], value: '203.0.113.7' })).toEqual({
      target: { KeyPath: 'client.ip' },
      operator: 'DoesNotEqual',
      value: '203.0.113.7',
    });
    expect(filterFor({ path: ['target', 0, 'id'], value: 'a' })).toMatchObject({
      target: { KeyPath: 'target[*].id' },
      operator: 'DoesNotContain',
    });
    expect(filterFor({ path: ['p_any_ip_addresses', 1], value: '10.0.0.1' })).toMatchObject({
      target: { KeyPath: 'p_any_ip_addresses' },
      operator: 'DoesNotContain',
    });
    expect(keyPathOf(['a.b'])).toBeUndefined();
  });

  it('[001-4.47] is appended to the filters there are', () => {
    const filter = filterFor({ path: ['a'], value: 1 })!;
    const old = { target: { KeyPath: 'b' }, operator: 'Equals', value: 2 };
    expect(withFilter({ conjunction: 'and', nodes: [old] }, filter).root.nodes).toEqual([old, filter]);
    const any = { conjunction: 'or' as const, nodes: [old] };
    expect(withFilter(any, filter).root).toEqual({ conjunction: 'and', nodes: [any, filter] });
  });

  it('[001-4.44] has a test of the event that expects no match', () =>
    expect(alertTest(event, new Date('2026-11-20T09:42:31.204Z'), [])).toEqual({
      name: 'Alert Test - 2026-11-20T09:42:31.204Z',
      expectedResult: false,
      resource: JSON.stringify(event, null, 2),
      mocks: [],
    }));
});

const alert = {
  id: 'a1',
  type: 'RULE',
  title: 'Push after push',
  severity: 'HIGH',
  status: 'OPEN',
  eventCount: 1,
  createdAt: '2026-11-20T10:00:00Z',
  lastReceivedEventAt: '2026-11-20T10:05:00Z',
  detectionId: 'Okta.Push',
  detectionDisplayName: 'Push after push',
  logTypes: ['Okta.SystemLog'],
  resourceId: null,
  deliveryState: 'SUCCEEDED',
  deliveries: [],
  assignee: null,
  origin: { __typename: 'Rule', id: 'Okta.Push', displayName: 'Push after push' },
  description: '',
  runbook: '',
  reference: null,
  firstEventOccurredAt: null,
  lastEventOccurredAt: null,
  dedupString: 'x',
  dedupPeriodMinutes: 60,
  threshold: 1,
  tags: [],
  logSources: [],
  reports: [],
  context: {},
  summaryAttributes: [],
  history: [],
};

/** Opens the panel from a field of the alert's event. */
async function openPanel(rule: Rule, options: { permissions?: string[]; answers?: Answers } = {}) {
  const server = builderServer(rule, {
    Alert: () => ({ alert }),
    AlertPeople: () => ({ users: [] }),
    AlertSummary: () => ({ alertSummary: [] }),
    RelatedAlerts: () => ({ alerts: { edges: [] } }),
    AlertEventTimeline: () => ({ alert: { eventTimeline: { bucketSeconds: null, buckets: [] } } }),
    AlertEvents: () => ({
      alert: {
        events: { edges: [{ node: event }], pageInfo: { hasNextPage: false, endCursor: null } },
      },
    }),
    ...options.answers,
  });
  const user = userEvent.setup();
  const view = await renderConsole({
    path: '/alerts-and-errors/a1/events/',
    permissions: options.permissions ?? ['AlertRead', 'RuleModify', 'RuleRead'],
    graphql: server.graphql,
  });
  const line = (await screen.findByText('"user.mfa"')).closest<HTMLElement>('[role="treeitem"]')!;
  await user.hover(line);
  await user.click(within(line).getByRole('button', { name: /eventType/ }));
  const entry = await screen.findByRole('menuitem', { name: 'Add to Filter' });
  await user.click(entry);
  const panel = await screen.findByRole('dialog', { name: 'Add Filter' });
  return { ...server, ...view, user, panel: within(panel) };
}
type Answers = Parameters<typeof builderServer>[1];

const addTest = 'Add the current alert event as a unit test';
const save = 'Save & Run Test';

describe('the filter panel', () => {
  it('[001-2.95] [001-2.99] has the rule card, the filters below it, and its buttons', async () => {
    const { panel } = await openPanel(storedRule({}));
    const card = await panel.findByRole('region', { name: 'Detection' });
    const condition = panel.getByRole('group', { name: 'Condition 1, eventType' });
    expect(card.compareDocumentPosition(condition)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    for (const name of ['Discard Changes', save]) expect(panel.getByRole('button', { name })).toBeTruthy();
    expect(panel.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
  });

  it('[001-1.5] [001-2.61] opens from a field of an alert event with the filter in it', async () => {
    const { panel } = await openPanel(storedRule({}));
    await panel.findByRole('region', { name: 'Detection' });
    const row = within(panel.getByRole('group', { name: 'Condition 1, eventType' }));
    expect(row.getByRole('button', { name: 'Condition 1 operator: is not' })).toBeTruthy();
    expect(row.getByLabelText<HTMLInputElement>('Condition 1, eventType value').value).toBe('user.mfa');
  });

  /** The card of a detection with more destinations and log types than it has room for. */
  async function openCard() {
    const outputIds = ['1', '2', '3', '4', '5', '6', '7'];
    const { panel } = await openPanel(
      storedRule({
        outputIds,
        logTypes: ['A', 'B', 'C', 'D'],
        baseDetection: { id: 'Base.Rule', displayName: 'Base' },
      }),
      {
        answers: {
          DetectionDestinations: () => ({
            destinations: outputIds.map((id) => ({
              outputId: id,
              displayName: `To ${id}`,
              outputType: 'slack',
            })),
          }),
        },
      },
    );
    return within(await panel.findByRole('region', { name: 'Detection' }));
  }

  it('[001-2.88] has the name and the badges of the detection', async () => {
    const card = await openCard();
    expect(card.getByRole('heading', { name: 'Push after push' })).toBeTruthy();
    expect(card.getByText('ENABLED')).toBeTruthy();
    expect(card.getByText('High')).toBeTruthy();
    expect(card.queryByText('Managed')).toBeNull();
  });

  it('[001-2.89] [001-2.90] has at most five destinations and three log types', async () => {
    const card = await openCard();
    expect(card.getByText('A, B, C')).toBeTruthy();
    expect(card.getByText('+1')).toBeTruthy();
    expect(await card.findByTitle('To 5')).toBeTruthy();
    expect(card.queryByTitle('To 6')).toBeNull();
    expect(card.getByText('+2')).toBeTruthy();
  });

  it('[001-2.91] [001-2.92] has the id, the parent and the way to edit it', async () => {
    const card = await openCard();
    expect(card.getByText('Okta.Push')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Base.Rule' }).getAttribute('href')).toContain('rules/Base.Rule');
    expect(card.getByRole('link', { name: 'Edit' })).toBeTruthy();
  });

  it('[001-2.92] [001-4.46] offers a clone of a managed detection, whose tests stay as they are, and saves its filters', async () => {
    const { panel, callsOf } = await openPanel(storedRule({ managed: true }));
    expect(await panel.findByRole('link', { name: 'Clone & edit' })).toBeTruthy();
    expect(panel.getByText('Managed')).toBeTruthy();
    expect(panel.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(addTest) }).disabled).toBe(true);
    expect(panel.getByText(/created and managed by the Panther team/)).toBeTruthy();
    await userEvent.click(panel.getByRole('button', { name: 'Save & Run Test' }));
    await waitFor(() => expect(callsOf('UpdateRule')).toHaveLength(1));
    const input = callsOf('UpdateRule')[0]?.variables['input'] as Record<string, unknown>;
    expect(input).toMatchObject({ id: 'Okta.Push', inlineFilters: expect.stringContaining('DoesNotEqual') });
    expect(input).not.toHaveProperty('tests');
  });

  it('[001-2.96] has the YAML form for simple detections', async () => {
    const simple = storedRule({
      isSimpleDetection: true,
      simpleDetectionBody: '- KeyPath: a\n  Condition: Exists\n',
    });
    const { panel } = await openPanel(simple);
    expect(await panel.findByRole('radio', { name: 'YAML' })).toBeTruthy();
  });

  const old = { name: 'Old', expectedResult: true, resource: '{}', mocks: [] };

  it('[001-2.97] [001-2.98] asks what the event should do once it is to be a test', async () => {
    const { panel, user } = await openPanel(storedRule({}));
    const box = await panel.findByRole('checkbox', { name: addTest });
    const question = 'The detection should trigger based on the example event:';
    expect(panel.queryByText(question)).toBeNull();
    await user.click(box);
    expect(panel.getByText(question)).toBeTruthy();
    expect(panel.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true);
    await user.click(box);
    expect(panel.queryByText(question)).toBeNull();
  });

  it('[001-4.45] leaves the test out again when its box is unticked', async () => {
    const { panel, user, callsOf } = await openPanel(storedRule({ tests: [old] }));
    const box = await panel.findByRole('checkbox', { name: addTest });
    await user.click(box);
    await user.click(box);
    await user.click(panel.getByRole('button', { name: save }));
    await waitFor(() => expect(callsOf('UpdateRule')).toHaveLength(1));
    expect(callsOf('UpdateRule')[0]?.variables['input']).not.toHaveProperty('tests');
  });

  it('[001-4.42] [001-8.20] saves filter and test, and runs the test', async () => {
    const { panel, user, callsOf } = await openPanel(storedRule({ tests: [old] }));
    await user.click(await panel.findByRole('checkbox', { name: addTest }));
    await user.click(panel.getByRole('button', { name: save }));
    const done = await panel.findByText(
      /^Filters and unit test "Alert Test - .+Z" have been successfully saved to your detection\.$/,
    );
    expect(done).toBeTruthy();
    expect(await panel.findByText('Test Passed!')).toBeTruthy();
    const input = callsOf('UpdateRule')[0]?.variables['input'] as { tests: unknown[]; inlineFilters: string };
    expect(input.inlineFilters).toBe('- KeyPath: eventType\n  Condition: DoesNotEqual\n  Value: user.mfa\n');
    expect(input.tests).toHaveLength(2);
    expect(input.tests[0]).toEqual(old);
    expect(input.tests[1]).toMatchObject({ expectedResult: false, resource: JSON.stringify(event, null, 2) });
    // Saved and closed, it asks nothing.
    await user.click(panel.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Filter' })).toBeNull());
  });

  it('[001-8.20] leaves the test out of the message where there is none', async () => {
    const { panel, user } = await openPanel(storedRule({}));
    await user.click(await panel.findByRole('button', { name: save }));
    expect(await panel.findByText('Filters have been successfully saved to your detection.')).toBeTruthy();
  });

  it('[001-5.107] says what is missing and saves nothing', async () => {
    const { panel, user, callsOf } = await openPanel(storedRule({}));
    await user.clear(await panel.findByLabelText('Condition 1, eventType value'));
    await user.click(panel.getByRole('button', { name: save }));
    expect(
      panel.getByText('The required fields below be filled. Changes have not been saved to your detection.'),
    ).toBeTruthy();
    expect(panel.getByText('This field requires a value')).toBeTruthy();
    expect(callsOf('UpdateRule')).toHaveLength(0);
  });

  it('[001-8.21] says that saving failed, with a way to the detection', async () => {
    const { panel, user } = await openPanel(storedRule({}), {
      answers: { UpdateRule: () => new Error('changed by somebody else') },
    });
    await user.click(await panel.findByRole('button', { name: save }));
    expect(
      await panel.findByText(
        'There were errors trying to save the rule with additional filter(s). Changes have not been saved to your detection.',
      ),
    ).toBeTruthy();
    expect(panel.getByText(/changed by somebody else/)).toBeTruthy();
    // It looks like a button; that it leads elsewhere is told to those who hear the page.
    const view = panel.getByRole('link', { name: 'View Detection' });
    expect(view.getAttribute('href')).toContain('rules/Okta.Push/');
  });

  it('[001-2.101] [001-2.102] asks before changes are lost', async () => {
    const { panel, user } = await openPanel(storedRule({}));
    await panel.findByRole('region', { name: 'Detection' });
    await user.click(panel.getAllByRole('button', { name: 'Close' }).at(-1)!);
    const question = within(await screen.findByRole('dialog', { name: 'Discard Changes' }));
    expect(
      question.getByText('Would you like to discard the current changes to this Detection?'),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Back to Edit' }));
    expect(panel.getByRole('group', { name: 'Condition 1, eventType' })).toBeTruthy();
    await user.click(panel.getAllByRole('button', { name: 'Close' }).at(-1)!);
    const again = within(await screen.findByRole('dialog', { name: 'Discard Changes' }));
    await user.click(again.getByRole('button', { name: 'Discard Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Filter' })).toBeNull());
  });

  it('[001-4.43] is gone when the path changes', async () => {
    const { router } = await openPanel(storedRule({}));
    await router.navigate({ href: '/alerts-and-errors/a1/details/' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Filter' })).toBeNull());
  });

  it('[001-2.100] shows a spinner while the rule loads', async () => {
    const { panel } = await openPanel(storedRule({}), {
      answers: { GetRule: () => new Promise(() => undefined) },
    });
    expect(panel.getByRole('status', { name: 'Loading the detection' })).toBeTruthy();
  });
});
