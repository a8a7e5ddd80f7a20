import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { DataModel, PutDataModelInput } from './queries.ts';

const model = (change: Partial<DataModel> = {}): DataModel => ({
  id: 'Custom.Okta',
  versionId: 'v1',
  displayName: 'Okta names',
  enabled: true,
  managed: false,
  loadError: null,
  logTypes: ['Okta.SystemLog'],
  mappings: [
    { name: 'actor_user', path: 'actor.alternateId', method: null },
    { name: 'source_ip', path: 'client.ipAddress', method: null },
  ],
  body: null,
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: null,
  lastModified: '2026-11-20T10:00:00Z',
  lastModifiedBy: null,
  ...change,
});

beforeEach(() => {
  window.innerWidth = 1600;
});

type Variables = Record<string, unknown>;

/** A server that knows one model, and another enabled one where the test gives it. */
function serverOf(stored: DataModel, rivals: DataModel[] = []) {
  const answers: Record<string, (variables: Variables) => unknown> = {
    ListDataModels: () => ({
      listDataModels: { models: [stored, ...rivals], paging: { totalItems: 1 + rivals.length } },
    }),
    GetDataModel: () => ({ getDataModel: stored }),
    PutDataModel: ({ input }) => {
      const put = input as PutDataModelInput; // as the editor writes it
      const mappings = put.mappings.map((mapping) => ({ path: null, method: null, ...mapping }));
      return { putDataModel: { ...stored, ...put, mappings, versionId: 'v2' } };
    },
    DeleteDataModels: () => ({ deleteDataModels: { ids: [stored.id] } }),
    SetDataModelsEnabled: () => ({ setDetectionsEnabled: { ids: [stored.id] } }),
    PreviewDataModel: () => ({ previewDataModel: { error: null, line: null, mappings: [] } }),
    DataModelFields: () => ({
      eventFields: [{ logType: 'Okta.SystemLog', fields: [{ path: ['actor', 'id'], type: 'string' }] }],
    }),
    DetectionVersions: () => ({ detectionVersions: [] }),
    DetectionLogTypes: () => ({ availableLogTypes: ['Okta.SystemLog', 'AWS.CloudTrail'] }),
    DetectionAuthors: () => ({ users: [] }),
    DetectionKnowledge: () => ({ eventFields: [], unifiedNames: [] }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [] }),
    CheckDetectionBody: () => ({ checkDetectionBody: [] }),
  };
  return answeringServer(answers);
}
const permissions = ['RuleRead', 'RuleModify', 'AlertRead'];

describe('data models', () => {
  it('[001-2.17] have a form for a new one', async () => {
    const server = serverOf(model());
    await renderConsole({ path: '/build/data-models/new/', permissions, graphql: server.graphql });
    expect(await screen.findByRole('textbox', { name: /^ID/ })).toHaveProperty('readOnly', false);
  });

  it('[000-2.44] [000-2.46] [000-2.47] have a list, a page and an editor', async () => {
    const server = serverOf(model());
    const open = (path: string) => renderConsole({ path, permissions, graphql: server.graphql });
    const list = await open('/build/data-models/?sortBy=id&search=okta&page=2');
    await userEvent.click(await screen.findByText('Okta names'));
    expect(server.inputsOf('ListDataModels')[0]).toMatchObject({
      nameContains: 'okta',
      sortBy: 'id',
      page: 2,
    });
    await waitFor(() => expect(list.address()).toBe('/build/data-models/Custom.Okta/'));
    expect(await screen.findByText('client.ipAddress')).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Edit' }));
    await waitFor(() => expect(list.address()).toBe('/build/data-models/Custom.Okta/edit/'));
    expect(await screen.findByRole('textbox', { name: /^ID/ })).toHaveProperty('readOnly', true);
  });

  it('refuses names that are there twice, moves rows and saves them in order', async () => {
    const server = serverOf(model());
    await renderConsole({
      path: '/build/data-models/Custom.Okta/edit/',
      permissions,
      graphql: server.graphql,
    });
    const name = await screen.findByRole('combobox', { name: 'Name of mapping 2' });
    await userEvent.clear(name);
    await userEvent.type(name, 'actor_user');
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    expect(screen.getAllByRole('alert')[0]?.textContent).toContain('No duplicates allowed');
    expect(server.inputsOf('PutDataModel')).toEqual([]);

    await userEvent.type(name, '_ip');
    await userEvent.click(screen.getByRole('button', { name: 'Move actor_user_ip up' }));
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(server.inputsOf('PutDataModel')).toHaveLength(1));
    const [input] = server.inputsOf('PutDataModel') as PutDataModelInput[];
    expect(input?.versionId).toBe('v1');
    expect(input?.mappings).toEqual([
      { name: 'actor_user_ip', path: 'client.ipAddress' },
      { name: 'actor_user', path: 'actor.alternateId' },
    ]);
  });

  it('links to the enabled model that has the same log type', async () => {
    const server = serverOf(model(), [model({ id: 'Other', displayName: 'Other names' })]);
    await renderConsole({
      path: '/build/data-models/Custom.Okta/edit/',
      permissions,
      graphql: server.graphql,
    });
    const link = await screen.findByRole('link', { name: 'Other names' });
    expect(link.getAttribute('href')).toContain('/build/data-models/Other');
    await userEvent.click(screen.getByRole('switch', { name: 'Enabled' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Other names' })).toBeNull());
  });

  it('offers a clone of a managed one, which cannot be changed or deleted', async () => {
    const server = serverOf(model({ managed: true }));
    await renderConsole({ path: '/build/data-models/Custom.Okta/', permissions, graphql: server.graphql });
    const clone = await screen.findByRole('link', { name: 'Clone & edit' });
    expect(clone.getAttribute('href')).toContain('/build/data-models/new/?clone=Custom.Okta');
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('deletes after a question', async () => {
    const server = serverOf(model());
    const { address } = await renderConsole({
      path: '/build/data-models/Custom.Okta/',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Data Model' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.inputsOf('DeleteDataModels')).toEqual([{ ids: ['Custom.Okta'] }]));
    await waitFor(() => expect(address()).toContain('/build/data-models/?'));
  });
});
