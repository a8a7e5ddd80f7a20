import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../testing/console.tsx';
import type { PutRuleInput } from './queries.ts';
import { editPath, passedTests, permissions, ruleServer, testedRule } from './testing.ts';

// Wide enough for the three panes of the editor.
beforeEach(() => {
  window.innerWidth = 1600;
});

describe('tests in the rule editor', () => {
  it('[001-4.39] says that a test runs, then each answer and what was printed', async () => {
    let finish: () => void = () => undefined;
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const server = ruleServer(testedRule(), {
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
    const server = ruleServer(testedRule());
    await renderConsole({
      path: editPath,
      permissions: [...permissions, 'DataAnalyticsRead'],
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete test' }));
    expect(await screen.findByText('Are you sure you want to delete Denied push?')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/There are no Unit Tests/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add a new unit test' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'take a stored event' })).toBeDefined();
  });
  it('runs the tests of what was saved, and writes the answers into the code', async () => {
    const server = ruleServer(testedRule());
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(server.callsOf('TestDetection')).toHaveLength(1));
    expect(await screen.findByText('Test Passed!')).toBeDefined();
    expect((await screen.findAllByTitle('rule returned True in Denied push')).length).toBeGreaterThan(0);
  });
  it('makes tests of events that are pasted', async () => {
    const server = ruleServer(testedRule());
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
    const server = ruleServer(testedRule(), {
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
});
