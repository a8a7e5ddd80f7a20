import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ComplianceItem, ComplianceList } from '../../lib/compliance/queries.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { Resource } from './queries.ts';

const id = 'arn:aws:iam::111122223333:user/team/root';
const resource = (change: Partial<Resource> = {}): Resource => ({
  id,
  type: 'AWS.IAM.User',
  integrationId: '111122223333',
  integrationLabel: 'prod',
  complianceStatus: 'FAIL',
  compliance: { active: { error: 0, fail: 1, pass: 1 }, suppressed: { error: 0, fail: 0, pass: 0 } },
  isBeingJudged: false,
  deleted: false,
  createdAt: '2026-11-20T10:00:00Z',
  lastModified: '2026-11-20T10:00:00Z',
  attributes: { Name: 'root', MFA: false },
  ...change,
});
const pair = (change: Partial<ComplianceItem> = {}): ComplianceItem => ({
  policyId: 'IAM.MFA',
  policyName: 'IAM User MFA',
  policySeverity: 'CRITICAL',
  resourceId: id,
  resourceType: 'AWS.IAM.User',
  integrationLabel: 'prod',
  status: 'FAIL',
  suppressed: false,
  suppressedBy: [],
  errorMessage: null,
  statusSince: '2026-11-20T10:00:00Z',
  lastUpdated: '2026-11-20T10:00:00Z',
  ...change,
});
const listOf = (items: ComplianceItem[]): ComplianceList => ({
  items,
  status: 'FAIL',
  ...resource().compliance,
  paging: { thisPage: 1, totalPages: 1, totalItems: items.length },
});

beforeEach(() => {
  window.innerWidth = 1600;
});

type Answers = Record<string, (variables: { input?: Record<string, unknown> }) => unknown>;

function serverOf(answers: Answers = {}) {
  const defaults: Answers = {
    ListResources: () => ({
      resources: { resources: [resource()], paging: { thisPage: 1, totalPages: 1, totalItems: 1 } },
    }),
    ResourceFacets: () => ({
      resourceFacets: {
        types: [{ type: 'AWS.IAM.User', count: 1 }],
        integrations: [{ id: '111122223333', label: 'prod', count: 1 }],
      },
      failing: { paging: { totalItems: 1 } },
    }),
    GetResource: () => ({ resource: resource() }),
    PoliciesForResource: () => ({
      list: listOf([pair(), pair({ policyId: 'Own', policyName: 'Owner', status: 'PASS' })]),
    }),
    SuppressPolicies: () => ({ suppressPolicies: { ids: ['IAM.MFA'] } }),
    JudgeResources: () => ({ judgeResources: { ids: [id] } }),
  };
  return answeringServer({ ...defaults, ...answers });
}

const permissions = ['ResourceModify', 'PolicyModify'];
const listPath = '/investigate/resources/';
const pagePath = `/investigate/resources/${encodeURIComponent(id)}/`;

describe('cloud resources', () => {
  it('[000-2.41] [001-2.11] lists them by the filters, order and page of the address', async () => {
    const server = serverOf();
    const { address } = await renderConsole({
      path: `${listPath}?status=FAIL&types[]=AWS.IAM.User&sortBy=id&sortDir=ascending&page=2`,
      permissions,
      graphql: server.graphql,
    });
    expect(await screen.findByText('root')).toBeDefined();
    expect(server.inputsOf('ListResources')[0]).toMatchObject({
      complianceStatus: 'FAIL',
      types: ['AWS.IAM.User'],
      sortBy: 'id',
      sortDir: 'ascending',
      page: 2,
    });
    expect(await screen.findByText('1 resource of 1 source; 1 fails a policy')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: /Last modified/ }));
    await waitFor(() => expect(address()).toContain('sortBy=lastModified'));
    expect(address()).toContain('page=1');
  });

  it('says what to do while there are none, and what failed', async () => {
    const none = { resources: { resources: [], paging: { thisPage: 1, totalPages: 1, totalItems: 0 } } };
    const first = await renderConsole({
      path: listPath,
      permissions,
      graphql: serverOf({ ListResources: () => none }).graphql,
    });
    expect(await screen.findByText('No resources yet')).toBeDefined();
    first.unmount();
    const second = await renderConsole({
      path: `${listPath}?search=x`,
      permissions,
      graphql: serverOf({ ListResources: () => none }).graphql,
    });
    expect(await screen.findByText(/No Results/i)).toBeDefined();
    second.unmount();
    await renderConsole({
      path: listPath,
      permissions,
      graphql: serverOf({ ListResources: () => new Error('the store is away') }).graphql,
    });
    expect(await screen.findByText('The cloud resources could not be loaded')).toBeDefined();
  });

  it('[000-2.42] [001-2.12] opens one, also when its id holds slashes', async () => {
    const { address } = await renderConsole({ path: listPath, permissions, graphql: serverOf().graphql });
    await userEvent.click(await screen.findByText('root'));
    await waitFor(() => expect(address()).toContain(encodeURIComponent('user/team/root')));
    expect(await screen.findByRole('heading', { name: 'root' })).toBeDefined();
    expect(await screen.findByText('IAM User MFA')).toBeDefined();
  });

  it('suppresses a failing pair, and offers nothing for one that passes', async () => {
    const server = serverOf();
    await renderConsole({ path: pagePath, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Suppress IAM User MFA' }));
    await waitFor(() =>
      expect(server.inputsOf('SuppressPolicies')).toEqual([
        { policyIds: ['IAM.MFA'], resourcePatterns: [id], remove: false },
      ]),
    );
    expect(screen.queryByRole('button', { name: 'Suppress Owner' })).toBeNull();
  });

  it('asks before it takes a pattern away that may cover more', async () => {
    const server = serverOf({
      PoliciesForResource: () => ({
        list: listOf([pair({ suppressed: true, suppressedBy: ['arn:*root'] })]),
      }),
    });
    await renderConsole({ path: pagePath, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Unsuppress IAM User MFA' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/suppressed by arn:\*root/)).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(server.inputsOf('SuppressPolicies')).toEqual([
        { policyIds: ['IAM.MFA'], resourcePatterns: ['arn:*root'], remove: true },
      ]),
    );
  });

  it('has it tested again, and says when it is deleted', async () => {
    const server = serverOf();
    const { unmount } = await renderConsole({ path: pagePath, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Test again' }));
    await waitFor(() => expect(server.inputsOf('JudgeResources')).toEqual([{ resourceIds: [id] }]));
    unmount();
    const gone = serverOf({ GetResource: () => ({ resource: resource({ deleted: true }) }) });
    await renderConsole({ path: pagePath, permissions, graphql: gone.graphql });
    expect(await screen.findByText('This resource is deleted')).toBeDefined();
    expect(gone.inputsOf('PoliciesForResource')).toEqual([]);
  });
});
