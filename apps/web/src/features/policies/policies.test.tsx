import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
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
    ListPolicies: () => ({ detections: { detections: [stored], paging: { totalItems: 1 } } }),
    GetPolicy: () => ({ policy: stored }),
    ResourcesForPolicy: () => ({
      list: {
        items: [pair('arn:aws:s3:::claims')],
        status: 'FAIL',
        ...stored.compliance,
        paging: { thisPage: 1, totalPages: 1, totalItems: 1 },
      },
    }),
    PolicyVersions: () => ({
      detectionVersions: [
        { versionId: 'v1', number: 2, createdAt: '2026-11-20T10:00:00Z', createdBy: null },
        { versionId: 'v0', number: 1, createdAt: '2026-11-19T10:00:00Z', createdBy: null },
      ],
    }),
    PolicyDestinations: () => ({ destinations: [] }),
    PolicyAuthors: () => ({ users: [] }),
    CheckPolicyBody: () => ({ checkDetectionBody: [] }),
    SetPoliciesEnabled: () => ({ setDetectionsEnabled: { ids: [stored.id] } }),
    SuppressPolicies: () => ({ suppressPolicies: { ids: [stored.id] } }),
    RestorePolicyVersion: () => ({ restoreDetectionVersion: { versionId: 'v2' } }),
    PutPolicy: ({ input }) => ({ putPolicy: { ...stored, ...(input as PutPolicyInput), versionId: 'v2' } }),
    TestPolicy: () => ({
      testDetection: {
        results: [
          {
            name: 'Public',
            result: 'FAIL',
            passed: false,
            actualResult: true,
            error: null,
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

  it('brings an earlier version back', async () => {
    const server = serverOf();
    await renderConsole({
      path: `${base}S3.Public/?section=history`,
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore' }));
    await waitFor(() =>
      expect(server.inputsOf('RestorePolicyVersion')).toEqual([{ id: 'S3.Public', versionId: 'v0' }]),
    );
  });

  it('[000-2.56] edits one, runs its tests and saves it with the version it was opened in', async () => {
    const server = serverOf();
    await renderConsole({ path: `${base}S3.Public/edit/`, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: /Run tests/ }));
    expect(await screen.findByText('1 of 1 failed')).toBeDefined();
    expect(server.inputsOf('TestPolicy')[0]).toMatchObject({ analysisType: 'POLICY' });
    const name = screen.getByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Private buckets');
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
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
    expect(await screen.findByText(/1 field to mend/)).toBeDefined();
    await userEvent.type(screen.getByLabelText(/^ID/), 'My.Policy');
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    await waitFor(() =>
      expect(server.inputsOf('PutPolicy')[0]).toMatchObject({ id: 'My.Policy', isNew: true }),
    );
    await waitFor(() => expect(address()).toContain('/policies/My.Policy/edit/'));
  });
});
