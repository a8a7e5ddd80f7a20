import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../testing/console.tsx';
import { permissions, ruleServer, testedRule } from './testing.ts';

// Wide enough for the three panes of the editor.
beforeEach(() => {
  window.innerWidth = 1600;
});

describe('a new rule', () => {
  it('offers templates for a new rule and brings code and tests of one', async () => {
    const server = ruleServer(testedRule());
    await renderConsole({ path: '/build/detections/new/', permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Template' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Inside lists/ }));
    expect(await screen.findByText('Second of two resources')).toBeDefined();
  });
  it('opens a new scheduled rule: queries instead of log types, and a body about rows', async () => {
    const server = ruleServer(testedRule(), {
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
    expect(server.inputsOf('PutRule')[0]).toMatchObject({
      id: 'My.Scheduled',
      isNew: true,
      analysisType: 'SCHEDULED_RULE',
      scheduledQueries: ['Failed sign-ins'],
      body: expect.stringContaining('def rule(row)'),
    });
  });
  it('[000-2.50] starts a new rule from the parameters of its address', async () => {
    const { id: _id, versionId: _versionId, ...facts } = testedRule();
    const versionOf = (number: number, body: string) => ({
      versionId: `v${number}`,
      number,
      definition: { ...facts, reports: {}, body },
      createdAt: '2026-03-01T08:00:00Z',
      createdBy: 'u1',
    });
    const open = async (search: string) => {
      const server = ruleServer(testedRule(), {
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
    const server = ruleServer(testedRule());
    await renderConsole({ path: '/build/detections/new/', permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('2 fields to fix')).toBeDefined();
    expect(server.callsOf('PutRule')).toHaveLength(0);
  });
});
