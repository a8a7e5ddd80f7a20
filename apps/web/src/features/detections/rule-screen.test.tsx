import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../testing/console.tsx';
import { requestRule } from './queries.ts';
import { permissions, ruleServer, testedRule } from './testing.ts';

// Wide enough for the three panes of the editor.
beforeEach(() => {
  window.innerWidth = 1600;
});

describe('page of a rule', () => {
  it('[000-2.52] [001-2.106] shows the code, which folds and is open at first', async () => {
    const server = ruleServer(testedRule());
    await renderConsole({ path: '/build/detections/rules/Okta.Push/', permissions, graphql: server.graphql });
    const head = await screen.findByRole('button', { name: 'Code' });
    expect(head.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(head);
    expect(head.getAttribute('aria-expanded')).toBe('false');
  });
  it('says why it does not run', async () => {
    const server = ruleServer(testedRule({ loadError: 'SyntaxError: bad' }));
    await renderConsole({ path: '/build/detections/rules/Okta.Push/', permissions, graphql: server.graphql });
    expect((await screen.findByText(/SyntaxError: bad/)).textContent).toContain('not judged');
  });
  it('is a 404 for a rule that is not there', async () => {
    const { graphql } = ruleServer(testedRule(), { GetRule: () => ({ rule: null }) });
    await expect(requestRule({ request: graphql }, 'Nothing')).rejects.toMatchObject({
      status: 404,
      message: 'Detection Nothing does not exist.',
    });
  });
});
