import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { arrangeHelpers } from './helper-list.tsx';
import type { Helper, PutHelperInput } from './queries.ts';
import { deletionText } from './use-helper-actions.tsx';

const user = (id: string) => ({ id, displayName: `Rule ${id}`, kind: 'RULE', enabled: true });
const helper = (change: Partial<Helper> = {}): Helper => ({
  id: 'acme_net',
  versionId: 'v1',
  description: 'Networks of ours',
  body: 'def is_ours(address):\n    return True\n',
  tags: [],
  managed: false,
  loadError: null,
  usedBy: [user('A')],
  lastModified: '2026-11-20T10:00:00Z',
  lastModifiedBy: null,
  ...change,
});

beforeEach(() => {
  window.innerWidth = 1600;
});

type Variables = Record<string, unknown>;

function serverOf(stored: Helper) {
  const answers: Record<string, (variables: Variables) => unknown> = {
    HelperList: () => ({ listGlobalHelpers: [stored] }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [stored] }),
    GetGlobalHelper: () => ({ getGlobalHelper: stored }),
    PutGlobalHelper: ({ input }) => ({
      putGlobalHelper: { ...stored, ...(input as object), versionId: 'v2' },
    }),
    DeleteGlobalHelpers: () => ({ deleteGlobalHelpers: { ids: [stored.id] } }),
    DetectionVersions: () => ({ detectionVersions: [] }),
    DetectionAuthors: () => ({ users: [] }),
    CheckDetectionBody: () => ({ checkDetectionBody: [] }),
  };
  return answeringServer(answers);
}
const permissions = ['RuleRead', 'RuleModify', 'AlertRead'];

describe('helpers', () => {
  it('[001-2.24] [000-2.59] [000-2.61] have a list, a form for a new one and an editor', async () => {
    const server = serverOf(helper());
    const { address } = await renderConsole({
      path: '/build/helpers/',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('button', { name: '1 import of acme_net' }));
    const link = await screen.findByRole('link', { name: 'Rule A' });
    expect(link.getAttribute('href')).toContain('/build/detections/rules/A');
    expect(address()).toContain('/build/helpers/');
    await userEvent.click(screen.getByText('Networks of ours'));
    await waitFor(() => expect(address()).toContain('/build/helpers/acme_net/edit/'));
    expect(await screen.findByRole('textbox', { name: /Module name/ })).toHaveProperty('readOnly', true);
    expect(document.title).toBe('Edit Global Helper · Margay');
  });

  it('[000-2.60] wants a name that Python can import', async () => {
    const server = serverOf(helper());
    await renderConsole({ path: '/build/helpers/new/', permissions, graphql: server.graphql });
    const name = await screen.findByRole('textbox', { name: /Module name/ });
    await userEvent.type(name, 'acme-net');
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    expect(screen.getByRole('alert').textContent).toContain('letters, digits and underlines');
    await userEvent.clear(name);
    await userEvent.type(name, 'acme_net');
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(server.inputsOf('PutGlobalHelper')).toHaveLength(1));
    const [input] = server.inputsOf('PutGlobalHelper') as PutHelperInput[];
    expect(input).toMatchObject({ id: 'acme_net', isNew: true });
  });

  it('shows a managed one to read, and offers a clone', async () => {
    const server = serverOf(helper({ managed: true }));
    await renderConsole({ path: '/build/helpers/acme_net/', permissions, graphql: server.graphql });
    const clone = await screen.findByRole('link', { name: 'Clone & edit' });
    expect(clone.getAttribute('href')).toContain('/build/helpers/new/?clone=acme_net');
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  });

  it('says that a page of the address does not exist, and leads to the first one', async () => {
    const server = serverOf(helper());
    const { address } = await renderConsole({
      path: '/build/helpers/?page=9',
      permissions,
      graphql: server.graphql,
    });
    expect(await screen.findByText('There is no page 9')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'First page' }));
    expect(await screen.findByText('acme_net')).toBeDefined();
    expect(address()).toContain('page=1');
  });

  it('names what imports it before it is deleted', async () => {
    const server = serverOf(helper());
    const { address } = await renderConsole({
      path: '/build/helpers/acme_net/edit/',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Helper' });
    expect(dialog.textContent).toContain('Rule A imports it and will not run without it');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.inputsOf('DeleteGlobalHelpers')).toEqual([{ ids: ['acme_net'] }]));
    await waitFor(() => expect(address()).toContain('/build/helpers/?'));
    const many = helper({ usedBy: ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(user) });
    expect(deletionText(many)).toContain('Rule E and 2 more import it');
  });

  it('are found by name, description and code, in the order asked for', () => {
    const list = [helper({ id: 'b', usedBy: [] }), helper({ id: 'a', body: 'x = 1' }), helper({ id: 'c' })];
    const ids = (search: object) =>
      arrangeHelpers(list, { page: 1, sortBy: 'id', sortDir: 'ascending', ...search }).map(({ id }) => id);
    expect(ids({})).toEqual(['a', 'b', 'c']);
    expect(ids({ search: 'X = 1' })).toEqual(['a']);
    expect(ids({ sortBy: 'usedBy', sortDir: 'descending' })).toEqual(['a', 'c', 'b']);
  });
});
