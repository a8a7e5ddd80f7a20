import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { PutRuleInput } from './queries.ts';
import { builderServer, editPath, permissions, storedRule } from './testing.ts';

const tests = ['right', 'wrong'].map((name) => ({
  name,
  expectedResult: true,
  resource: '{}',
  mocks: [],
}));
const records = (input: PutRuleInput, failing: readonly string[]) => ({
  testDetection: {
    results: input.tests.map(({ name, expectedResult }) => ({
      name,
      result: failing.includes(name) ? 'FAIL' : 'PASS',
      passed: !failing.includes(name),
      expectedResult,
      actualResult: true,
      error: null,
      line: null,
      output: '',
      functions: [],
    })),
  },
});
const typeName = async (text: string) => {
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }));

beforeEach(() => {
  sessionStorage.clear();
  window.innerWidth = 1600;
});

describe('saving a rule with failing tests', () => {
  it('asks with their names, and saves when the person says so', async () => {
    const server = builderServer(storedRule({ tests }), {
      TestDetection: ({ input }) => records(input as PutRuleInput, ['wrong']),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await typeName('Other');
    await save();
    expect(await screen.findByRole('dialog', { name: '1 of 2 tests fail' })).toBeDefined();
    expect(screen.getByText(/^wrong\. A detection with failing tests/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the tests' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsOf('PutRule')).toEqual([]);
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
  });

  it('asks nothing while all pass, or while they cannot be run', async () => {
    let answer: (input: PutRuleInput) => unknown = (input) => records(input, []);
    const server = builderServer(storedRule({ tests }), {
      TestDetection: ({ input }) => answer(input as PutRuleInput),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await typeName('Other');
    await save();
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    answer = () => new RequestError('Python is away.', 500);
    await typeName('Another');
    await save();
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('tests from stored events', () => {
  const columns = ['p_row_id', 'p_event_time', 'p_log_type', 'actor', 'outcome', 'p_any_ip_addresses'];
  const rows = [
    ['r2', '2026-11-20 10:00:00.000000000', 'Okta.SystemLog', 'mira', null, []],
    ['r1', '2026-11-20 09:00:00.000000000', 'Okta.SystemLog', 'ada', 'FAILURE', ['203.0.113.66']],
  ];
  const addMenu = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add test' }));
    return screen.findByRole('menuitem', { name });
  };

  it('become tests as they are, without the columns they do not have', async () => {
    const server = builderServer(storedRule({}), {
      EventsToTestWith: () => ({ runQuery: { columns, rows } }),
    });
    await renderConsole({
      path: editPath,
      permissions: [...permissions, 'DataAnalyticsRead'],
      graphql: server.graphql,
    });
    await userEvent.click(await addMenu('From events…'));
    await userEvent.type(await screen.findByLabelText('Words in the event'), 'mi"ra');
    await waitFor(() =>
      expect(server.callsOf('EventsToTestWith').at(-1)?.variables.input).toMatchObject({
        language: 'pantherflow',
        text: String.raw`panther_logs.public.okta_systemlog | where p_event_time > time.ago(7d) | search "mi\"ra" | sort p_event_time desc | limit 50`,
      }),
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: /"actor":"mira"/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Tests from stored events' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add test' }));
    await save();
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    const input = server.callsOf('PutRule')[0]?.variables['input'] as PutRuleInput;
    expect(input.tests.map(({ resource }) => JSON.parse(resource) as unknown)).toEqual([
      {
        p_row_id: 'r2',
        p_event_time: '2026-11-20 10:00:00.000000000',
        p_log_type: 'Okta.SystemLog',
        actor: 'mira',
      },
    ]);
  });

  it('say why they cannot be chosen', async () => {
    const server = builderServer(storedRule({}));
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    const entry = await addMenu('From events…');
    expect(entry.getAttribute('title')).toContain('DataAnalyticsRead');
  });
});

describe('a draft that was not saved', () => {
  /** As a reload does it: the page is gone before anything is asked. */
  const kept = () => sessionStorage.getItem('margay.draft.u1.rule.Okta.Push');
  const typed = async (text: string) => {
    await typeName(text);
    await waitFor(() => expect(kept()).toContain(text));
  };

  it('is offered after a reload with when it was written, restored, and forgotten once it is saved', async () => {
    const server = builderServer(storedRule({}));
    const first = await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await typed('Half written');
    const text = kept() ?? '';
    first.unmount();
    sessionStorage.setItem('margay.draft.u1.rule.Okta.Push', text);
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    expect(await screen.findByText(/were not saved/)).toBeDefined();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Push after push');
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Half written');
    expect(screen.queryByText(/were not saved/)).toBeNull();
    await save();
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    await waitFor(() => expect(kept()).toBeNull());
  });

  it('is forgotten by discarding, by undoing and by leaving', async () => {
    const entry = JSON.stringify({ at: Date.now(), versionId: 'v0', draft: { displayName: 'Older' } });
    sessionStorage.setItem('margay.draft.u1.rule.Okta.Push', entry);
    const server = builderServer(storedRule({}));
    const view = await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    expect(await screen.findByText(/has been saved since/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(kept()).toBeNull();
    await typed('Something');
    await typeName('Push after push');
    await waitFor(() => expect(kept()).toBeNull());
    await typed('Something');
    view.unmount();
    expect(kept()).toBeNull();
  });

  it('of another person or of another shape is not offered', async () => {
    const at = Date.now();
    sessionStorage.setItem(
      'margay.draft.u2.rule.Okta.Push',
      JSON.stringify({ at, versionId: 'v1', draft: { displayName: 'Not mine' } }),
    );
    sessionStorage.setItem(
      'margay.draft.u1.rule.Okta.Push',
      JSON.stringify({ at, versionId: 'v1', draft: { displayName: 7 } }),
    );
    const server = builderServer(storedRule({}));
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await screen.findByLabelText('Name');
    expect(screen.queryByText(/were not saved/)).toBeNull();
  });
});

describe('what failed while the server was away', () => {
  it('is no longer said once it is back', async () => {
    const server = builderServer(storedRule({}), { PutRule: () => new RequestError('No answer.', 0) });
    let askAgain: () => void = () => undefined;
    const { router } = await renderConsole({
      path: editPath,
      permissions,
      graphql: server.graphql,
      later(task) {
        askAgain = task;
        return () => undefined;
      },
    });
    await typeName('Other');
    await save();
    expect(await screen.findByText('The detection is not saved')).toBeDefined();
    router.options.context.server.reportAway();
    askAgain();
    await waitFor(() => expect(screen.queryByText('The detection is not saved')).toBeNull());
    expect(screen.getByText('Unsaved changes')).toBeDefined();
  });
});
