import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { Policy, PutPolicyInput } from './queries.ts';

const none = { error: 0, fail: 0, pass: 0 };
const policy = (change: Partial<Policy> = {}): Policy => ({
  id: 'S3.Public',
  versionId: 'v1',
  displayName: 'S3 Bucket Public Access',
  enabled: true,
  managed: false,
  loadError: null,
  severity: 'HIGH',
  resourceTypes: ['AWS.S3.Bucket'],
  tags: [],
  complianceStatus: 'FAIL',
  compliance: { active: { error: 0, fail: 1, pass: 2 }, suppressed: none },
  scan: null,
  lastModified: '2026-11-20T10:00:00Z',
  lastModifiedBy: null,
  description: 'Buckets are private.',
  body: 'def policy(resource):\n    return True\n',
  suppressions: ['*-docs'],
  outputIds: [],
  reference: '',
  runbook: '',
  reports: [],
  tests: [{ name: 'Public', expectedResult: false, resource: '{}', mocks: [] }],
  createdAt: '2026-11-20T10:00:00Z',
  ...change,
});
/** As a list of detections of all kinds gives it. */
const listed = (stored: Policy) => ({ __typename: 'Policy', ...stored });
/** What the server keeps of a version. */
const definitionOf = ({ reports: _none, ...stored }: Policy) => ({ ...stored, reports: {} });
const pair = (resourceId: string) => ({
  policyId: 'S3.Public',
  policyName: 'S3 Bucket Public Access',
  policySeverity: 'HIGH',
  resourceId,
  resourceType: 'AWS.S3.Bucket',
  integrationLabel: 'prod',
  status: 'FAIL',
  suppressed: false,
  suppressedBy: [],
  errorMessage: null,
  statusSince: '2026-11-20T10:00:00Z',
  lastUpdated: '2026-11-20T10:00:00Z',
});

beforeEach(() => {
  window.innerWidth = 1600;
});

type Answers = Record<string, (variables: { input?: unknown }) => unknown>;

function serverOf(stored: Policy = policy(), answers: Answers = {}) {
  const defaults: Answers = {
    ListPolicies: () => ({
      detections: { detections: [listed(stored)], paging: { thisPage: 1, totalPages: 1, totalItems: 1 } },
    }),
    GetPolicy: () => ({ policy: stored }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [] }),
    ResourcesForPolicy: () => ({
      list: {
        items: [pair('arn:aws:s3:::claims')],
        status: 'FAIL',
        ...stored.compliance,
        paging: { thisPage: 1, totalPages: 1, totalItems: 1 },
      },
    }),
    DetectionVersions: () => ({
      detectionVersions: [
        {
          versionId: 'v1',
          number: 2,
          definition: definitionOf(stored),
          createdAt: '2026-11-20T10:00:00Z',
          createdBy: null,
        },
        {
          versionId: 'v0',
          number: 1,
          definition: definitionOf({ ...stored, severity: 'LOW' }),
          createdAt: '2026-11-19T10:00:00Z',
          createdBy: null,
        },
      ],
    }),
    DetectionDestinations: () => ({ destinations: [] }),
    DetectionAuthors: () => ({ users: [] }),
    CheckDetectionBody: () => ({ checkDetectionBody: [] }),
    SetPoliciesEnabled: () => ({ setDetectionsEnabled: { ids: [stored.id] } }),
    SuppressPolicies: () => ({ suppressPolicies: { ids: [stored.id] } }),
    RestoreDetectionVersion: () => ({ restoreDetectionVersion: { versionId: 'v2', number: 3 } }),
    PutPolicy: ({ input }) => ({ putPolicy: { ...stored, ...(input as PutPolicyInput), versionId: 'v2' } }),
    TestPolicy: () => ({
      testDetection: {
        results: [
          {
            name: 'Public',
            result: 'FAIL',
            passed: false,
            expectedResult: false,
            actualResult: true,
            error: null,
            line: null,
            output: '',
            functions: [{ name: 'detection', output: 'true', error: null, traceback: null }],
          },
        ],
      },
    }),
  };
  return answeringServer({ ...defaults, ...answers });
}

const permissions = ['PolicyModify', 'ResourceRead'];
const base = '/build/detections/policies/';

describe('policies', () => {
  it('[001-2.22] lists them by the filters and order of the address, and opens one', async () => {
    const server = serverOf();
    const { address } = await renderConsole({
      path: `${base}?status=FAIL&resourceTypes[]=AWS.S3.Bucket&sortBy=severity`,
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByText('S3 Bucket Public Access'));
    expect(server.inputsOf('ListPolicies')[0]).toMatchObject({
      analysisTypes: ['POLICY'],
      complianceStatus: 'FAIL',
      resourceTypes: ['AWS.S3.Bucket'],
      sortBy: 'severity',
    });
    await waitFor(() => expect(address()).toContain(`${base}S3.Public/`));
  });

  it('changes all that are chosen together; managed ones keep their tags and stay', async () => {
    const own = policy({});
    const managed = { ...policy({}), id: 'Shipped', displayName: 'Shipped policy', managed: true };
    const ids = ({ input }: Record<string, unknown>) => ({ ids: (input as { ids: string[] }).ids });
    const server = serverOf(own, {
      ListPolicies: () => ({
        detections: {
          detections: [own, managed].map(listed),
          paging: { thisPage: 1, totalPages: 1, totalItems: 2 },
        },
      }),
      SetPoliciesEnabled: (variables) => ({ setDetectionsEnabled: ids(variables) }),
      EditPolicies: (variables) => ({ editDetections: ids(variables) }),
      DeletePolicies: (variables) => ({ deleteDetections: ids(variables) }),
    });
    await renderConsole({ path: base, permissions, graphql: server.graphql });
    const choose = async () => {
      // The bar of the action before is gone.
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
      await userEvent.click(await screen.findByRole('checkbox', { name: 'Select S3 Bucket Public Access' }));
      await userEvent.click(screen.getByRole('checkbox', { name: 'Select Shipped policy' }));
    };
    const press = async (name: string) =>
      userEvent.click(
        within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name }),
      );
    await choose();
    await press('Disable');
    await choose();
    expect(server.inputsOf('SetPoliciesEnabled')).toEqual([
      { ids: ['S3.Public', 'Shipped'], enabled: false },
    ]);
    await press('Severity');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Low' }));
    await choose();
    await press('Tags');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Tags' }), 'cis,');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await choose();
    expect(server.inputsOf('EditPolicies')).toEqual([
      { ids: ['S3.Public', 'Shipped'], severity: 'LOW' },
      { ids: ['S3.Public'], addTags: ['cis'] },
    ]);
    await press('Delete');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('1 policy');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.inputsOf('DeletePolicies')).toEqual([{ ids: ['S3.Public'] }]));
  });

  it('[000-2.55] shows what a policy says of each resource, and what is suppressed', async () => {
    const server = serverOf(policy({ scan: { judgedCount: 100, totalCount: 1204 } }));
    await renderConsole({ path: `${base}S3.Public/?show=failing`, permissions, graphql: server.graphql });
    expect(await screen.findByText('claims')).toBeDefined();
    expect(server.inputsOf('ResourcesForPolicy')[0]).toMatchObject({ status: 'FAIL', suppressed: false });
    expect(screen.getByText('Testing 100 of 1,204')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the suppression *-docs' }));
    await waitFor(() =>
      expect(server.inputsOf('SuppressPolicies')).toEqual([
        { policyIds: ['S3.Public'], resourcePatterns: ['*-docs'], remove: true },
      ]),
    );
  });

  it('shows what a pattern covers before it is added', async () => {
    const server = serverOf();
    await renderConsole({ path: `${base}S3.Public/`, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Suppress pattern' }));
    const field = await screen.findByLabelText(/Resource ID pattern/);
    await userEvent.type(field, '*claims');
    expect(await screen.findByText('Covers 1 resource')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Suppress' }));
    await waitFor(() =>
      expect(server.inputsOf('SuppressPolicies')).toEqual([
        { policyIds: ['S3.Public'], resourcePatterns: ['*claims'], remove: false },
      ]),
    );
  });

  it('says what differs from an earlier version, and brings it back', async () => {
    const server = serverOf();
    await renderConsole({
      path: `${base}S3.Public/?section=history&version=1`,
      permissions,
      graphql: server.graphql,
    });
    expect(await screen.findByText('Severity: LOW → HIGH')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore 1' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore' }));
    await waitFor(() =>
      expect(server.inputsOf('RestoreDetectionVersion')).toEqual([{ id: 'S3.Public', versionId: 'v0' }]),
    );
  });

  it('shows a managed one to read, and offers a clone', async () => {
    const server = serverOf(policy({ managed: true }));
    await renderConsole({ path: `${base}S3.Public/edit/`, permissions, graphql: server.graphql });
    const clone = await screen.findByRole('link', { name: 'Clone & edit' });
    expect(clone.getAttribute('href')).toContain('relatedDetectionId=S3.Public');
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  });

  it('shows what changed when somebody else saved first, and overwrites only on demand', async () => {
    let isFirst = true;
    const theirs = policy({ versionId: 'v9', severity: 'LOW' });
    const server = serverOf(policy(), {
      PutPolicy: () => {
        if (!isFirst) return { putPolicy: theirs };
        isFirst = false;
        return new RequestError('Policy S3.Public was changed', 409, { code: 'RevisionConflict' });
      },
      GetPolicy: () => ({ policy: isFirst ? policy() : theirs }),
    });
    await renderConsole({ path: `${base}S3.Public/edit/`, permissions, graphql: server.graphql });
    await userEvent.type(await screen.findByLabelText('Name'), '!');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }));
    const overwrite = await screen.findByRole('button', { name: 'Overwrite' });
    const dialog = overwrite.closest('[role="dialog"]') as HTMLElement;
    expect(within(dialog).getByText('LOW')).toBeDefined();
    await userEvent.click(overwrite);
    await waitFor(() => expect(server.inputsOf('PutPolicy')[1]).toMatchObject({ versionId: 'v9' }));
  });

  it('[000-2.56] [001-8.18] edits one, runs its tests and saves it with the version it was opened in', async () => {
    const server = serverOf();
    await renderConsole({ path: `${base}S3.Public/edit/`, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: /Run tests/ }));
    expect(await screen.findByText('Test Failed')).toBeDefined();
    expect(server.inputsOf('TestPolicy')[0]).toMatchObject({ analysisType: 'POLICY' });
    const name = screen.getByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Private buckets');
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    // Its test fails; that is asked about and then saved all the same.
    expect(server.inputsOf('PutPolicy')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await waitFor(() =>
      expect(server.inputsOf('PutPolicy')[0]).toMatchObject({
        id: 'S3.Public',
        isNew: false,
        versionId: 'v1',
        displayName: 'Private buckets',
        suppressions: ['*-docs'],
      }),
    );
  });

  it('writes a new one, and names what is missing first', async () => {
    const server = serverOf();
    const { address } = await renderConsole({
      path: '/build/detections/new/?type=POLICY',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('button', { name: /Save/ }));
    expect(await screen.findByText(/1 field to fix/)).toBeDefined();
    await userEvent.type(screen.getByLabelText(/^ID/), 'My.Policy');
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await waitFor(() =>
      expect(server.inputsOf('PutPolicy')[0]).toMatchObject({ id: 'My.Policy', isNew: true }),
    );
    await waitFor(() => expect(address()).toContain('/policies/My.Policy/edit/'));
  });
});
