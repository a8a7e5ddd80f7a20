import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../testing/console.tsx';
import type { Rule } from './queries.ts';
import { permissions, ruleServer, testedRule } from './testing.ts';

// Wide enough for the three panes of the editor.
beforeEach(() => {
  window.innerWidth = 1600;
});

describe('history of a rule', () => {
  const { id: _id, versionId: _versionId, ...facts } = testedRule();
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
    const server = ruleServer(testedRule({ versionId: 'v3' }), answers);
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
    const server = ruleServer(testedRule({ versionId: 'v3' }), answers);
    const { address } = await renderConsole({ path, permissions, graphql: server.graphql });
    expect(await screen.findByText('Threshold: 2 → 3')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Compare with' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Version 1' }));
    await waitFor(() => expect(address()).toContain('against=1'));
  });
  it('restores an older version as the next one, after a look at its tests', async () => {
    const server = ruleServer(testedRule({ versionId: 'v3' }), answers);
    await renderConsole({ path: `${path}&version=1`, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore 1' }));
    expect(await screen.findByText('Test Passed!')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    expect(server.inputsOf('PutRule')[0]).toMatchObject({
      id: 'Okta.Push',
      versionId: 'v3',
      threshold: 1,
    });
  });
});
