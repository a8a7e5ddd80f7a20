import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { requestRule } from './queries.ts';
import type { PutRuleInput, Rule } from './queries.ts';
import { storedRule } from './testing.ts';

const rule = (change: Partial<Rule> = {}): Rule =>
  storedRule({
    tests: [{ name: 'Denied push', expectedResult: true, resource: '{}', mocks: [] }],
    ...change,
  });

// Wide enough for the three panes of the editor.
beforeEach(() => {
  window.innerWidth = 1600;
});

const passedTests = (input: PutRuleInput) => ({
  testDetection: {
    results: input.tests.map((test) => ({
      name: test.name,
      result: 'PASS',
      passed: true,
      expectedResult: true,
      actualResult: true,
      error: null,
      line: null,
      output: 'seen\n',
      functions: [{ name: 'detection', output: 'true', error: null, traceback: null }],
    })),
  },
});

/** A server that knows one rule and answers by operation name. */
function serverOf(
  stored: Rule,
  answers: Record<string, (variables: Record<string, unknown>) => unknown> = {},
) {
  const defaults: typeof answers = {
    ListDetections: () => ({
      detections: { detections: [stored], paging: { thisPage: 1, totalPages: 1, totalItems: 1 } },
    }),
    ListDetectionIds: () => ({
      detections: {
        detections: [{ __typename: 'Rule', id: stored.id }],
        paging: { thisPage: 1, totalPages: 1, totalItems: 1 },
      },
    }),
    DetectionsSummary: () => ({
      all: { detections: [{ __typename: 'Rule', tags: stored.tags }], paging: { totalItems: 1 } },
      enabled: { paging: { totalItems: 1 } },
      failing: { paging: { totalItems: 0 } },
      untested: { paging: { totalItems: 0 } },
    }),
    GetRule: () => ({ rule: stored }),
    DetectionVersions: () => ({ detectionVersions: [] }),
    DetectionDestinations: () => ({ destinations: [] }),
    DetectionLogTypes: () => ({ availableLogTypes: ['Okta.SystemLog'] }),
    DetectionActivity: () => ({
      detectionAlerts: [{ detectionId: stored.id, perDay: [0, 0, 0, 0, 0, 2, 1] }],
      detectionLastMatches: [{ detectionId: stored.id, at: '2026-11-20T10:00:00Z' }],
    }),
    DetectionAuthors: () => ({ users: [] }),
    DetectionKnowledge: () => ({ eventFields: [], unifiedNames: [] }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [] }),
    RoutePreview: () => ({ routePreview: { outputIds: [], reason: 'match' } }),
    CheckDetectionBody: () => ({ checkDetectionBody: [] }),
    SetDetectionsEnabled: () => ({ setDetectionsEnabled: { ids: [stored.id] } }),
    PutRule: ({ input }) => ({ putRule: { ...stored, ...(input as PutRuleInput), versionId: 'v2' } }),
    TestDetection: ({ input }) => passedTests(input as PutRuleInput),
  };
  return answeringServer({ ...defaults, ...answers });
}

const permissions = ['RuleModify', 'AlertRead', 'DestinationRead'];
const inputOf = (call: { variables: Record<string, unknown> } | undefined) =>
  call?.variables['input'] as PutRuleInput;

describe('detections list', () => {
  it.each([
    [/^Rule in Python/, '/build/detections/new/'],
    [/^Simple detection/, '/build/detections/new/?isSimpleDetection=true'],
    [/^Scheduled rule/, '/build/detections/new/?type=SCHEDULED_RULE'],
    [/^Policy/, '/build/detections/new/?type=POLICY'],
  ])('begins what is chosen from Create New: %s', async (name, path) => {
    const { address } = await renderConsole({
      path: '/build/detections/',
      permissions: ['RuleRead', 'RuleModify', 'PolicyRead', 'PolicyModify', 'DataAnalyticsRead'],
      graphql: serverOf(rule(), {
        ScheduledQueryNames: () => ({ savedQueries: { edges: [] } }),
      }).graphql,
    });
    const [button] = await screen.findAllByRole('button', { name: 'Create New' });
    await userEvent.click(button as HTMLElement);
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(address()).toBe(path));
  });

  it('[001-2.18] [000-2.48] [000-2.49] sends page, order and filters of the address, and writes a change back', async () => {
    const server = serverOf(rule());
    const { address } = await renderConsole({
      path: '/build/detections/?page=1&sortBy=severity&sortDir=ascending&severity[]=HIGH&tags[]=AWS',
      permissions,
      graphql: server.graphql,
    });
    await screen.findByText('Push after push');
    expect(server.callsOf('ListDetections')[0]?.variables.input).toMatchObject({
      page: 1,
      sortBy: 'severity',
      sortDir: 'ascending',
      severity: ['HIGH'],
      tags: ['AWS'],
    });
    await userEvent.click(screen.getByRole('button', { name: /Name/ }));
    await waitFor(() => expect(address()).toContain('sortBy=displayName'));
    expect(decodeURIComponent(address())).toContain('severity[]=HIGH');
  });
  it('[001-2.30] starts with the rules changed last', async () => {
    const server = serverOf(rule());
    const { address } = await renderConsole({
      path: '/build/detections/',
      permissions,
      graphql: server.graphql,
    });
    await screen.findByText('Push after push');
    const order = { page: 1, sortBy: 'lastModified', sortDir: 'descending' };
    expect(server.callsOf('ListDetections')[0]?.variables.input).toMatchObject(order);
    expect(address()).toContain('page=1&sortBy=lastModified&sortDir=descending');
  });
  it('[001-2.20] [000-2.53] opens a rule from the list of rules, and its editing', async () => {
    const server = serverOf(rule());
    const { address } = await renderConsole({
      path: '/build/detections/rules/',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByText('Push after push'));
    await waitFor(() => expect(address()).toContain('/build/detections/rules/Okta.Push/'));
    await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
    await waitFor(() => expect(address()).toContain('/build/detections/rules/Okta.Push/edit/'));
    expect(await screen.findByRole('textbox', { name: 'Code of the rule' })).toBeDefined();
  });
  it('switches a rule off where it stands', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('switch', { name: 'Enable Push after push' }));
    await waitFor(() =>
      expect(server.callsOf('SetDetectionsEnabled')[0]?.variables.input).toEqual({
        ids: ['Okta.Push'],
        enabled: false,
      }),
    );
  });
  it('sets the severity of all that are chosen, and leaves the tags of managed ones as they are', async () => {
    const shipped = rule({ id: 'Shipped', displayName: 'Shipped rule', managed: true });
    const server = serverOf(rule(), {
      ListDetections: () => ({
        detections: {
          detections: [rule(), shipped],
          paging: { thisPage: 1, totalPages: 1, totalItems: 2 },
        },
      }),
      EditDetections: ({ input }) => ({ editDetections: { ids: (input as { ids: string[] }).ids } }),
    });
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    const choose = async () => {
      // The bar of the action before is gone.
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
      await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Push after push' }));
      await userEvent.click(screen.getByRole('checkbox', { name: 'Select Shipped rule' }));
      return within(screen.getByRole('region', { name: 'Selection' }));
    };
    await userEvent.click((await choose()).getByRole('button', { name: 'Severity' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Low' }));
    await userEvent.click((await choose()).getByRole('button', { name: 'Tags' }));
    await userEvent.type(await screen.findByRole('combobox', { name: 'Tags' }), 'cis,');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(server.callsOf('EditDetections')).toHaveLength(2));
    expect(server.callsOf('EditDetections').map(({ variables }) => variables.input)).toEqual([
      { ids: ['Okta.Push', 'Shipped'], severity: 'LOW' },
      { ids: ['Okta.Push'], addTags: ['cis'] },
    ]);
  });
  it.each([
    ['RULE', '/build/detections/rules/Okta.Push/edit/'],
    ['SCHEDULED_RULE', '/build/detections/rules/Okta.Push/edit/'],
    ['DERIVED_RULE', '/build/detections/rules/Okta.Push/edit/'],
    ['POLICY', '/build/detections/policies/Okta.Push/edit/'],
  ] as const)('edits a %s where its kind is edited', async (analysisType, path) => {
    const server = serverOf({ ...rule(), analysisType } as Rule, { GetPolicy: () => ({ policy: null }) });
    const { address } = await renderConsole({
      path: '/build/detections/',
      permissions: [...permissions, 'PolicyModify', 'RuleRead', 'PolicyRead'],
      graphql: server.graphql,
    });
    await screen.findByText('Push after push');
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Push after push' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await waitFor(() => expect(address()).toContain(path));
  });
  it('shows kind, alerts of seven days, tests and the last match', async () => {
    const tests = ['a', 'b', 'c'].map((name) => ({ name, expectedResult: true, resource: '{}', mocks: [] }));
    const failing = rule({ tests, testRun: { failed: 1, total: 3, isOutdated: false } });
    const rows = [
      failing,
      rule({
        id: 'Old',
        displayName: 'Since changed',
        tests,
        testRun: { failed: 1, total: 3, isOutdated: true },
      }),
      rule({ id: 'None', displayName: 'None of it', tests: [] }),
    ];
    const server = serverOf(failing, {
      ListDetections: () => ({
        detections: { detections: rows, paging: { thisPage: 1, totalPages: 1, totalItems: 3 } },
      }),
    });
    window.innerWidth = 1600;
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    const rowOf = async (name: string) =>
      within((await screen.findByText(name)).closest('[role="row"]') as HTMLElement);
    const first = await rowOf('Push after push');
    expect(first.getByText('Rule')).toBeDefined();
    expect(first.getByText('1 of 3 failing')).toBeDefined();
    expect(await first.findByRole('img', { name: '3 alerts in 7 days' })).toBeDefined();
    expect((await rowOf('Since changed')).queryByText(/failing/)).toBeNull();
    expect((await rowOf('None of it')).getByText('never')).toBeDefined();
    expect((await rowOf('None of it')).getAllByText('None').length).toBeGreaterThan(0);
  });
  it('filters by the totals of tests, which count the whole list', async () => {
    const server = serverOf(rule(), {
      DetectionsSummary: () => ({
        all: { detections: [], paging: { totalItems: 61 } },
        enabled: { paging: { totalItems: 59 } },
        failing: { paging: { totalItems: 2 } },
        untested: { paging: { totalItems: 7 } },
      }),
    });
    const { address } = await renderConsole({
      path: '/build/detections/',
      permissions,
      graphql: server.graphql,
    });
    const failing = await screen.findByRole('button', { name: '2 with failing tests' });
    await userEvent.click(failing);
    await waitFor(() =>
      expect(server.callsOf('ListDetections').at(-1)?.variables.input).toMatchObject({
        testStates: ['FAILING'],
      }),
    );
    expect(address()).toContain('tests');
    expect(screen.getByRole('button', { name: '7 without tests' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: '2 with failing tests' }));
    await waitFor(() => expect(address()).not.toContain('tests'));
  });
  it('searches in code and shows the line found', async () => {
    const found = { ...rule(), codeLine: { line: 22, text: 'if is_external(ip):', count: 3 } };
    const server = serverOf(found);
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('radio', { name: 'Code' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search code' }), 'Is_External{Enter}');
    await waitFor(() =>
      expect(server.callsOf('ListDetections').at(-1)?.variables).toMatchObject({
        input: { codeContains: 'Is_External' },
        code: 'Is_External',
        inCode: true,
      }),
    );
    expect(await screen.findByText('is_external', { selector: 'mark' })).toBeDefined();
    expect(screen.getByText('+2')).toBeDefined();
  });
  it('says when a rule does not run', async () => {
    const server = serverOf(rule({ loadError: 'ModuleNotFoundError: x' }));
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    expect(await screen.findByText('Does not run')).toBeDefined();
  });
  it('shows the failure in place, with another try', async () => {
    const server = serverOf(rule(), { ListDetections: () => new RequestError('the store is away', 500) });
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    expect(await screen.findByText('the store is away')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });
  it('[001-6.1] offers neither Edit nor Clone without RuleModify', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: '/build/detections/', permissions: ['RuleRead'], graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Push after push' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByRole('menuitem', { name: 'Edit' }).hasAttribute('disabled')).toBe(true);
    expect(within(menu).getByRole('menuitem', { name: 'Clone' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('page of a rule', () => {
  it('[000-2.52] [001-2.106] shows the code, which folds and is open at first', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: '/build/detections/rules/Okta.Push/', permissions, graphql: server.graphql });
    const head = await screen.findByRole('button', { name: 'Code' });
    expect(head.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(head);
    expect(head.getAttribute('aria-expanded')).toBe('false');
  });
  it('says why it does not run', async () => {
    const server = serverOf(rule({ loadError: 'SyntaxError: bad' }));
    await renderConsole({ path: '/build/detections/rules/Okta.Push/', permissions, graphql: server.graphql });
    expect((await screen.findByText(/SyntaxError: bad/)).textContent).toContain('not judged');
  });
  it('is a 404 for a rule that is not there', async () => {
    const { graphql } = serverOf(rule(), { GetRule: () => ({ rule: null }) });
    await expect(requestRule({ request: graphql }, 'Nothing')).rejects.toMatchObject({
      status: 404,
      message: 'Detection Nothing does not exist.',
    });
  });
});

describe('rule editor', () => {
  const editPath = '/build/detections/rules/Okta.Push/edit/';
  it('[001-2.107] [001-2.108] [002-2.81] explains destination overrides and links to a new destination', async () => {
    const server = serverOf(rule());
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
    const server = serverOf(rule(), { DetectionDestinations: () => answer });
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
  it('saves with the version it was opened at', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(screen.getByRole('button', { name: /^Save/ }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(name, ' twice');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    expect(inputOf(server.callsOf('PutRule')[0])).toMatchObject({
      id: 'Okta.Push',
      isNew: false,
      versionId: 'v1',
      displayName: 'Push after push twice',
    });
  });
  it('shows what changed when somebody else saved first, and overwrites only on demand', async () => {
    let isFirst = true;
    const theirs = rule({ versionId: 'v9', displayName: 'Theirs', severity: 'LOW' });
    const server = serverOf(rule(), {
      PutRule: () => {
        if (!isFirst) return { putRule: theirs };
        isFirst = false;
        return new RequestError('Detection Okta.Push was changed', 409, { code: 'RevisionConflict' });
      },
      GetRule: () => ({ rule: isFirst ? rule() : theirs }),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('LOW')).toBeDefined();
    expect(server.callsOf('PutRule')).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(2));
    expect(inputOf(server.callsOf('PutRule')[1])).toMatchObject({
      versionId: 'v9',
      displayName: 'Push after push!',
    });
  });
  it('[001-4.39] says that a test runs, then each answer and what was printed', async () => {
    let finish: () => void = () => undefined;
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const server = serverOf(rule(), {
      TestDetection: ({ input }) => isFinished.then(() => passedTests(input as PutRuleInput)),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Run' }));
    expect(await screen.findByText('Running 1 test')).toBeDefined();
    expect(screen.queryByText('Test Passed!')).toBeNull();
    finish();
    expect(await screen.findByText('Test Passed!')).toBeDefined();
    expect(screen.getByText('rule', { selector: 'dt' }).nextElementSibling?.textContent).toBe('True');
    expect(screen.getByText('seen')).toBeDefined();
  });
  it('asks before a test is deleted', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete test' }));
    expect(await screen.findByText('Are you sure you want to delete Denied push?')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/There are no Unit Tests/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add a new unit test' })).toBeDefined();
  });
  it('[001-2.105] [001-6.8] [001-6.9] is Read Only for a managed detection, tests included', async () => {
    const server = serverOf(rule({ managed: true }));
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    expect((await screen.findAllByText('Read Only')).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Clone & edit' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    for (const label of ['Add test', 'Delete test', 'Copy test'])
      expect(screen.queryByRole('button', { name: label })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Test name' })).toBeNull();
  });
  it('runs the tests of what was saved, and writes the answers into the code', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(server.callsOf('TestDetection')).toHaveLength(1));
    expect(await screen.findByText('Test Passed!')).toBeDefined();
    expect((await screen.findAllByTitle('rule returned True in Denied push')).length).toBeGreaterThan(0);
  });
  it('says which destinations would receive its alerts', async () => {
    const server = serverOf(rule(), {
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
  it('says which functions of the code have the last word', async () => {
    const body =
      'def rule(event):\n    return True\n\n\ndef title(event):\n    return "x"\n\n\ndef severity(event):\n    return "LOW"\n';
    const server = serverOf(rule({ body }));
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    expect(await screen.findByText('Overridden by title() in the code')).toBeDefined();
    expect(screen.getByText('Overridden by severity() in the code')).toBeDefined();
    expect(screen.queryByText('Overridden by runbook() in the code')).toBeNull();
  });
  it('counts fields that no schema has, with the nearest name', async () => {
    const server = serverOf(rule({ body: 'def rule(event):\n    return event.get("evntType")\n' }), {
      DetectionKnowledge: () => ({
        eventFields: [
          {
            logType: 'Okta.SystemLog',
            keepsUnknownFields: false,
            fields: [{ path: ['eventType'], type: 'string', description: null, isDiscovered: false }],
          },
        ],
        unifiedNames: [],
      }),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    const warning = await screen.findByRole('button', { name: '1 warning' });
    expect(warning.title).toBe('evntType: not in this schema; last seen: never. Did you mean eventType?');
  });
  it('makes tests of events that are pasted', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Add test' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'From JSON…' }));
    const events = await screen.findByRole('textbox', { name: 'Events' });
    await userEvent.click(events);
    await userEvent.paste('[{"a": 1}, {"b": 2}]');
    await userEvent.click(screen.getByRole('button', { name: 'Add 2 tests' }));
    expect(await screen.findByText('Test 2')).toBeDefined();
  });
  it('makes a test of the last alert event', async () => {
    const server = serverOf(rule(), {
      LastAlertEvent: () => ({
        alerts: {
          edges: [
            {
              node: {
                id: 'a',
                createdAt: '2026-11-20T10:00:00Z',
                events: { edges: [{ node: { actor: 'mira' } }] },
              },
            },
          ],
        },
      }),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Add test' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'From the last alert event' }));
    expect(await screen.findByText(/^Alert Test - \d{4}-/)).toBeDefined();
    expect(server.callsOf('LastAlertEvent')[0]?.variables.input).toMatchObject({ detectionId: 'Okta.Push' });
  });
  it('offers templates for a new rule and brings code and tests of one', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: '/build/detections/new/', permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Template' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Inside lists/ }));
    expect(await screen.findByText('Second of two resources')).toBeDefined();
  });
  it('opens a new scheduled rule: queries instead of log types, and a body about rows', async () => {
    const server = serverOf(rule(), {
      ScheduledQueryNames: () => ({ savedQueries: { edges: [{ node: { id: 'Failed sign-ins' } }] } }),
    });
    await renderConsole({
      path: '/build/detections/new/?type=SCHEDULED_RULE',
      permissions: [...permissions, 'DataAnalyticsRead'],
      graphql: server.graphql,
    });
    await userEvent.type(await screen.findByRole('textbox', { name: /^ID/ }), 'My.Scheduled');
    expect(screen.queryByRole('combobox', { name: /^Log types/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Template' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('1 field to fix')).toBeDefined();
    const checks = server.callsOf('CheckDetectionBody').map(({ variables }) => variables['kind']);
    expect(new Set(checks)).toEqual(new Set(['SCHEDULED_RULE']));
    await userEvent.click(screen.getByRole('combobox', { name: /^Scheduled queries/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Failed sign-ins' }));
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    expect(inputOf(server.callsOf('PutRule')[0])).toMatchObject({
      id: 'My.Scheduled',
      isNew: true,
      analysisType: 'SCHEDULED_RULE',
      scheduledQueries: ['Failed sign-ins'],
      body: expect.stringContaining('def rule(row)'),
    });
  });
  it('[000-2.50] starts a new rule from the parameters of its address', async () => {
    const { id: _id, versionId: _versionId, ...facts } = rule();
    const versionOf = (number: number, body: string) => ({
      versionId: `v${number}`,
      number,
      definition: { ...facts, reports: {}, body },
      createdAt: '2026-03-01T08:00:00Z',
      createdBy: 'u1',
    });
    const open = async (search: string) => {
      const server = serverOf(rule(), {
        DetectionVersions: () => ({
          detectionVersions: [
            versionOf(2, 'def rule(event):\n    return "two"\n'),
            versionOf(1, 'def rule(event):\n    return "one"\n'),
          ],
        }),
      });
      return renderConsole({
        path: `/build/detections/new/?${search}`,
        permissions,
        graphql: server.graphql,
      });
    };
    const code = async () => (await screen.findByRole('textbox', { name: 'Code of the rule' })).textContent;
    const id = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: /^ID/ })).value;
    let view = await open('relatedDetectionId=Okta.Push&relationOperation=clone&version=1&sessionId=s1');
    expect(await id()).toBe('Okta.Push.Copy');
    expect(await code()).toContain('"one"');
    view.unmount();
    view = await open('relatedDetectionId=Okta.Push&version=9');
    expect(await screen.findByText('There is no version 9 of Okta.Push to copy')).toBeDefined();
    view.unmount();
    view = await open('relatedDetectionId=Okta.Push&relationOperation=derive');
    expect(await id()).toBe('Okta.Push.Derived');
    view.unmount();
    view = await open('mitreTactic=TA0001&mitreTechnique=T1078');
    expect(await screen.findByDisplayValue('TA0001:T1078')).toBeDefined();
    view.unmount();
    await open('isSimpleDetection=true');
    expect(await screen.findByRole('radio', { name: 'Builder' })).toBeDefined();
  });
  it('does not send a rule without its required fields', async () => {
    const server = serverOf(rule());
    await renderConsole({ path: '/build/detections/new/', permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('2 fields to fix')).toBeDefined();
    expect(server.callsOf('PutRule')).toHaveLength(0);
  });
});

describe('history of a rule', () => {
  const { id: _id, versionId: _versionId, ...facts } = rule();
  const version = (number: number, change: Partial<Rule> = {}) => ({
    versionId: `v${number}`,
    number,
    definition: { ...facts, reports: {}, ...change },
    createdAt: '2026-11-20T10:00:00Z',
    createdBy: null,
  });
  const versions = [version(3, { threshold: 3 }), version(2, { threshold: 2 }), version(1)];
  const path = '/build/detections/rules/Okta.Push/?section=history';
  const answers = { DetectionVersions: () => ({ detectionVersions: versions }) };

  it('goes through the versions with the arrow keys, and moves the other side with Shift', async () => {
    const server = serverOf(rule({ versionId: 'v3' }), answers);
    const { address } = await renderConsole({ path, permissions, graphql: server.graphql });
    const first = await screen.findByRole('radio', { name: /Version 3/ });
    first.focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(address()).toContain('version=2'));
    expect(document.activeElement?.textContent).toContain('Version 2');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await userEvent.click(await screen.findByRole('radio', { name: /Version 3/ }));
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await waitFor(() => expect(address()).toContain('against=1'));
  });
  it('says what each version changed and compares any two', async () => {
    const server = serverOf(rule({ versionId: 'v3' }), answers);
    const { address } = await renderConsole({ path, permissions, graphql: server.graphql });
    expect(await screen.findByText('Threshold: 2 → 3')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Compare with' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Version 1' }));
    await waitFor(() => expect(address()).toContain('against=1'));
  });
  it('restores an older version as the next one, after a look at its tests', async () => {
    const server = serverOf(rule({ versionId: 'v3' }), answers);
    await renderConsole({ path: `${path}&version=1`, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore 1' }));
    expect(await screen.findByText('Test Passed!')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    expect(inputOf(server.callsOf('PutRule')[0])).toMatchObject({
      id: 'Okta.Push',
      versionId: 'v3',
      threshold: 1,
    });
  });
});
