import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { renderConsole } from '../../testing/console.tsx';
import { editPath, permissions, ruleServer, testedRule } from './testing.ts';

// Wide enough for the three panes of the editor.
beforeEach(() => {
  window.innerWidth = 1600;
});

describe('rule editor', () => {
  it('saves with the version it was opened at', async () => {
    const server = ruleServer(testedRule());
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(screen.getByRole('button', { name: /^Save/ }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(name, ' twice');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    expect(server.inputsOf('PutRule')[0]).toMatchObject({
      id: 'Okta.Push',
      isNew: false,
      versionId: 'v1',
      displayName: 'Push after push twice',
    });
  });
  it('shows what changed when somebody else saved first, and overwrites only on demand', async () => {
    let isFirst = true;
    const theirs = testedRule({ versionId: 'v9', displayName: 'Theirs', severity: 'LOW' });
    const server = ruleServer(testedRule(), {
      PutRule: () => {
        if (!isFirst) return { putRule: theirs };
        isFirst = false;
        return new RequestError('Detection Okta.Push was changed', 409, { code: 'RevisionConflict' });
      },
      GetRule: () => ({ rule: isFirst ? testedRule() : theirs }),
    });
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('LOW')).toBeDefined();
    expect(server.callsOf('PutRule')).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(2));
    expect(server.inputsOf('PutRule')[1]).toMatchObject({
      versionId: 'v9',
      displayName: 'Push after push!',
    });
  });
  it('[001-2.105] [001-6.8] [001-6.9] is Read Only for a managed detection, tests included', async () => {
    const server = ruleServer(testedRule({ managed: true }));
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    expect((await screen.findAllByText('Read Only')).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Clone & edit' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    for (const label of ['Add test', 'Delete test', 'Copy test'])
      expect(screen.queryByRole('button', { name: label })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Test name' })).toBeNull();
  });
  it('says which functions of the code have the last word', async () => {
    const body =
      'def rule(event):\n    return True\n\n\ndef title(event):\n    return "x"\n\n\ndef severity(event):\n    return "LOW"\n';
    const server = ruleServer(testedRule({ body }));
    await renderConsole({ path: editPath, permissions, graphql: server.graphql });
    expect(await screen.findByText('Overridden by title() in the code')).toBeDefined();
    expect(screen.getByText('Overridden by severity() in the code')).toBeDefined();
    expect(screen.queryByText('Overridden by runbook() in the code')).toBeNull();
  });
  it('counts fields that no schema has, with the nearest name', async () => {
    const server = ruleServer(testedRule({ body: 'def rule(event):\n    return event.get("evntType")\n' }), {
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
});
