import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { Rule } from './queries.ts';
import { permissions, ruleServer, testedRule } from './testing.ts';

// Wide enough for every column.
beforeEach(() => {
  window.innerWidth = 1600;
});

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
      graphql: ruleServer(testedRule(), {
        ScheduledQueryNames: () => ({ savedQueries: { edges: [] } }),
      }).graphql,
    });
    const [button] = await screen.findAllByRole('button', { name: 'Create New' });
    await userEvent.click(button as HTMLElement);
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(address()).toBe(path));
  });

  it('[001-2.18] [000-2.48] [000-2.49] sends page, order and filters of the address, and writes a change back', async () => {
    const server = ruleServer(testedRule());
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
    const server = ruleServer(testedRule());
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
    const server = ruleServer(testedRule());
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
    const server = ruleServer(testedRule());
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
    const shipped = testedRule({ id: 'Shipped', displayName: 'Shipped rule', managed: true });
    const server = ruleServer(testedRule(), {
      ListDetections: () => ({
        detections: {
          detections: [testedRule(), shipped],
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
    const server = ruleServer({ ...testedRule(), analysisType } as Rule, {
      GetPolicy: () => ({ policy: null }),
    });
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
    const failing = testedRule({ tests, testRun: { failed: 1, total: 3, isOutdated: false } });
    const rows = [
      failing,
      testedRule({
        id: 'Old',
        displayName: 'Since changed',
        tests,
        testRun: { failed: 1, total: 3, isOutdated: true },
      }),
      testedRule({ id: 'None', displayName: 'None of it', tests: [] }),
    ];
    const server = ruleServer(failing, {
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
    const server = ruleServer(testedRule(), {
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
    const found = { ...testedRule(), codeLine: { line: 22, text: 'if is_external(ip):', count: 3 } };
    const server = ruleServer(found);
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
    const server = ruleServer(testedRule({ loadError: 'ModuleNotFoundError: x' }));
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    expect(await screen.findByText('Does not run')).toBeDefined();
  });
  it('shows the failure in place, with another try', async () => {
    const server = ruleServer(testedRule(), {
      ListDetections: () => new RequestError('the store is away', 500),
    });
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    expect(await screen.findByText('the store is away')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });
  it('[001-6.1] offers neither Edit nor Clone without RuleModify', async () => {
    const server = ruleServer(testedRule());
    await renderConsole({ path: '/build/detections/', permissions: ['RuleRead'], graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Push after push' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByRole('menuitem', { name: 'Edit' }).hasAttribute('disabled')).toBe(true);
    expect(within(menu).getByRole('menuitem', { name: 'Clone' }).hasAttribute('disabled')).toBe(true);
  });
});
