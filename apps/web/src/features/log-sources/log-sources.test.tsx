import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import type { Answers } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { settingField } from '../../testing/setting-field.ts';
import type { PutSourceInput, SourceDetails } from './queries.ts';

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1600);
  // happy-dom has no canvas to draw charts on: a context that takes every call stands in for it.
  const pen: unknown = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as CanvasRenderingContext2D);
  vi.stubGlobal('Path2D', function Path() {
    return pen;
  });
});

const transport = {
  ingestionType: 'HTTP',
  title: 'HTTP',
  description: 'Applications send their logs to an address.',
  streamTypes: ['Auto', 'Lines', 'JSON', 'JsonArray', 'CloudWatchLogs', 'XML'],
  isPulled: false,
  fields: [
    settingField({
      name: 'authMethod',
      label: 'Method',
      kind: 'select',
      required: true,
      options: [
        { value: 'HMAC', label: 'HMAC' },
        { value: 'None', label: 'None' },
        { value: 'SharedSecret', label: 'Shared secret' },
      ],
      default: 'SharedSecret',
    }),
    settingField({
      name: 'authSecretValue',
      label: 'Key of the signature',
      kind: 'password',
      secret: true,
      required: true,
      shownWhen: { field: 'authMethod', oneOf: ['HMAC'] },
    }),
    settingField({
      name: 'allowUnauthenticated',
      label: 'Accept logs from anyone',
      kind: 'boolean',
      required: true,
      mustBeOn: true,
      shownWhen: { field: 'authMethod', oneOf: ['None'] },
    }),
    settingField({
      name: 'authHeaderKey',
      label: 'Header',
      required: true,
      pattern: '^[A-Za-z-]+$',
      shownWhen: { field: 'authMethod', oneOf: ['SharedSecret'] },
    }),
    settingField({
      name: 'authSecretValue',
      label: 'Secret',
      kind: 'password',
      secret: true,
      required: true,
      shownWhen: { field: 'authMethod', oneOf: ['SharedSecret'] },
    }),
  ],
};
const providers = [
  {
    id: 'okta',
    displayName: 'Okta',
    description: 'Sign-ins.',
    docUrl: null,
    categories: ['Identity'],
    searchTerms: ['sso'],
    popularityIndex: 9,
    logTypes: ['Okta.SystemLog'],
    transports: ['HTTP'],
  },
  {
    id: 'far',
    displayName: 'Far away',
    description: 'Only by a transport this installation lacks.',
    docUrl: null,
    categories: ['Cloud'],
    searchTerms: [],
    popularityIndex: 1,
    logTypes: ['Far.Away'],
    transports: ['S3'],
  },
];
const existing: SourceDetails = {
  integrationId: '0198a1f8-0000-7000-8000-000000000001',
  integrationLabel: 'Web tier',
  providerId: 'custom',
  ingestionType: 'HTTP',
  logStreamType: 'JsonArray',
  logStreamTypeOptions: { envelopeField: 'Records' },
  logTypes: ['Nginx.Access'],
  createdAtTime: '2026-01-01T00:00:00Z',
  lastEventReceivedAtTime: null,
  lastEventProcessedAtTime: null,
  isHealthy: false,
  healthChecks: [
    {
      name: 'classification',
      healthy: false,
      warning: false,
      message: '3 events matched no schema.',
      checkedAt: '2026-01-01T00:00:00Z',
    },
  ],
  events24h: 8000,
  failed24h: 3,
  bytes24h: 1024,
  config: { authMethod: 'SharedSecret', authHeaderKey: 'X-Key' },
  secretsSet: ['authSecretValue'],
  ingestPath: '/http/0198a1f8-0000-7000-8000-000000000001',
  lastModified: '2026-01-01T00:00:00Z',
};

/** A server of one source; `puts` and `deleted` collect what it is asked to change. */
function server({ sources = [existing], putError }: { sources?: SourceDetails[]; putError?: Error } = {}) {
  const puts: PutSourceInput[] = [];
  const deleted: unknown[] = [];
  const answers: Answers = {
    LogSources: () => ({ sources }),
    LogSource: ({ id }) => ({ source: sources.find((entry) => entry.integrationId === id) ?? null }),
    LogSourceActivity: () => ({ source: { balance: [], volumes: [] } }),
    LogSourceRetention: () => ({ source: { retention: { sentences: [] } } }),
    LogProviders: () => ({ availableLogProviders: { results: providers } }),
    LogTransports: () => ({ logTransports: [transport] }),
    LogTypes: () => ({ availableLogTypes: ['Nginx.Access', 'Okta.SystemLog', 'Crowdstrike.Unknown'] }),
    SampleSchema: () => ({
      getSchema: {
        schema: {
          name: 'Okta.SystemLog',
          isManaged: true,
          spec: 'schema: Okta.SystemLog\nfields: [{ name: uuid, required: true, type: string }]',
        },
      },
    }),
    PutLogSource: ({ input }) => {
      if (putError) throw putError;
      const put = input as PutSourceInput; // the form's own request
      puts.push(put);
      const source = { ...existing, ...put, integrationId: put.integrationId ?? existing.integrationId };
      return { putLogSource: { source } };
    },
    DeleteLogSource: ({ input }) => {
      deleted.push(input);
      return { deleteLogSource: input };
    },
  };
  return { puts, deleted, graphql: answeringServer(answers).graphql };
}

const permissions = ['LogSourceModify'];
const user = () => userEvent.setup();

describe('list of log sources', () => {
  it('[002-2.13] [002-2.29] shows every source and fills in the default parameters', async () => {
    const { address } = await renderConsole({ path: '/configure/log-sources/', permissions, ...server() });
    expect(await screen.findByRole('heading', { name: 'Log Sources' })).toBeDefined();
    expect(await screen.findByText('Web tier')).toBeDefined();
    expect(address()).toBe('/configure/log-sources/?sortBy=dateCreated&sortDir=descending');
    const row = screen.getByText('Web tier').closest('[role="row"]');
    expect(row?.textContent).toContain('Unhealthy');
    expect(row?.textContent).toContain('8,000');
  });

  it('offers the first source when there is none', async () => {
    await renderConsole({ path: '/configure/log-sources/', permissions, ...server({ sources: [] }) });
    expect(await screen.findByText('No log source is connected yet')).toBeDefined();
  });

  it('says that filters hide every source, and clears them', async () => {
    const { address } = await renderConsole({
      path: '/configure/log-sources/?search=nothing',
      permissions,
      ...server(),
    });
    await user().click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Web tier')).toBeDefined();
    expect(address()).not.toContain('search=');
  });
});

describe('provider picker', () => {
  it('[002-2.14] finds a provider and starts its set-up', async () => {
    const { address } = await renderConsole({
      path: '/configure/log-sources/add-new-source/?search=sso',
      permissions,
      ...server(),
    });
    expect(await screen.findByRole('heading', { name: 'Add New Sources' })).toBeDefined();
    expect(screen.queryByText('Far away')).toBeNull();
    await user().click(await screen.findByRole('button', { name: 'Start Setup' }));
    await waitFor(() => expect(address()).toBe('/configure/log-sources/add-new-source/http/?provider=okta'));
  });

  it('says why a provider cannot be set up', async () => {
    await renderConsole({
      path: '/configure/log-sources/add-new-source/?provider=far',
      permissions,
      ...server(),
    });
    const start = await screen.findByRole('button', { name: 'Start Setup' });
    await waitFor(() => expect(start.getAttribute('aria-disabled')).toBe('true'));
  });
});

describe('wizard of an HTTP source', () => {
  const path = '/configure/log-sources/add-new-source/http/?provider=okta';

  it('[002-5.1] [002-5.4] names each fault in its place', async () => {
    const { puts, graphql } = server();
    await renderConsole({ path, permissions, graphql });
    const person = user();
    await person.click(await screen.findByRole('button', { name: 'Create Source' }));
    expect(screen.getAllByText('This field is required')).toHaveLength(3);
    expect(screen.getByText('3 fields to fix')).toBeDefined();
    await person.type(screen.getByLabelText('Name'), 'web TIER');
    expect(screen.getByText('You already have a Log Pulling source with the same label')).toBeDefined();
    expect(puts).toEqual([]);
  });

  it('asks for what the chosen method needs, and keeps no secret for another one', async () => {
    const { puts, graphql } = server();
    await renderConsole({ path, permissions, graphql });
    const person = user();
    await person.type(await screen.findByLabelText('Name'), 'Okta');
    await person.type(screen.getByLabelText('Secret'), 'hush');
    await person.click(screen.getByLabelText('Method'));
    await person.click(await screen.findByRole('option', { name: 'HMAC' }));
    expect(screen.queryByLabelText('Header')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Key of the signature').value).toBe('');
    await person.click(screen.getByLabelText('Method'));
    await person.click(await screen.findByRole('option', { name: 'None' }));
    await person.click(screen.getByRole('button', { name: 'Create Source' }));
    expect(screen.getByText('Switch on "Accept logs from anyone", or choose another method.')).toBeDefined();
    await person.click(screen.getByRole('switch', { name: 'Accept logs from anyone' }));
    await person.click(screen.getByRole('button', { name: 'Create Source' }));
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]?.config).toEqual({ authMethod: 'None', allowUnauthenticated: true });
  });

  it("shows the server's refusal at the field it names, until something is changed", async () => {
    const putError = new RequestError('Log source Okta, authHeaderKey: This header is taken', 400, {
      details: {
        field: 'authHeaderKey',
        faults: [{ field: 'authHeaderKey', message: 'This header is taken' }],
      },
    });
    await renderConsole({ path, permissions, ...server({ putError }) });
    const person = user();
    await person.type(await screen.findByLabelText('Name'), 'Okta');
    await person.type(screen.getByLabelText('Header'), 'X');
    await person.type(screen.getByLabelText('Secret'), 'hush');
    await person.click(screen.getByRole('button', { name: 'Create Source' }));
    expect(await screen.findByText('This header is taken')).toBeDefined();
    await person.type(screen.getByLabelText('Header'), 'Y');
    expect(screen.queryByText('This header is taken')).toBeNull();
  });

  it('creates the source and shows where to send logs', async () => {
    const { puts, graphql } = server();
    const { address } = await renderConsole({ path, permissions, graphql });
    const person = user();
    await person.type(await screen.findByLabelText('Name'), 'Okta production');
    await person.type(screen.getByLabelText('Header'), 'X-Secret');
    await person.type(screen.getByLabelText('Secret'), 'hush');
    await person.click(screen.getByRole('button', { name: 'Create Source' }));
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toEqual({
      integrationLabel: 'Okta production',
      providerId: 'okta',
      ingestionType: 'HTTP',
      logStreamType: 'Auto',
      logStreamTypeOptions: {},
      logTypes: ['Okta.SystemLog'],
      config: { authMethod: 'SharedSecret', authHeaderKey: 'X-Secret', authSecretValue: 'hush' },
    });
    await waitFor(() => expect(address()).toContain(`source=${existing.integrationId}`));
    const command = await screen.findByRole('region', { name: 'Command' });
    expect(command.textContent).toContain(`/http/${existing.integrationId}'`);
    expect(command.textContent).toContain(`-H 'X-Secret: hush'`);
    expect(command.textContent).toContain('"uuid":"sample"');
  });

  it("shows the server's refusal in its field", async () => {
    const putError = new RequestError('Only letters, please', 400, {
      details: { field: 'integrationLabel' },
    });
    const { graphql } = server({ putError });
    await renderConsole({ path, permissions, graphql });
    const person = user();
    await person.type(await screen.findByLabelText('Name'), 'Okta');
    await person.type(screen.getByLabelText('Header'), 'X');
    await person.type(screen.getByLabelText('Secret'), 's');
    await person.click(screen.getByRole('button', { name: 'Create Source' }));
    expect(await screen.findByText('Only letters, please')).toBeDefined();
  });

  describe('the log format', () => {
    async function openPicker() {
      const { puts, graphql } = server();
      await renderConsole({ path, permissions, graphql });
      const person = user();
      await person.click(await screen.findByRole('button', { name: 'Edit Log Format' }));
      const title = await screen.findByRole('heading', { name: 'Edit Log Format' });
      return { puts, person, sheet: within(title.closest<HTMLElement>('[role="dialog"]')!) };
    }

    it('[002-2.53] [002-4.1] is one of six', async () => {
      const { sheet } = await openPicker();
      const labels = sheet.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '');
      const names = ['Auto', 'Lines', 'JSON', 'JSON Array', 'CloudWatch Logs', 'XML'];
      expect(labels).toHaveLength(names.length);
      for (const name of names) expect(labels.some((label) => label.startsWith(name))).toBe(true);
    });

    it('[002-2.54] [002-2.55] is chosen by applying the selection', async () => {
      const { sheet, person, puts } = await openPicker();
      await person.click(sheet.getByRole('radio', { name: /^XML/ }));
      await person.click(sheet.getByRole('button', { name: 'Apply Selection' }));
      await waitFor(() => expect(screen.queryByRole('heading', { name: 'Edit Log Format' })).toBeNull());
      expect(screen.getByText('XML (beta)')).toBeDefined();
      expect(puts).toEqual([]);
    });

    it('[002-2.56] [002-5.22] has an envelope field at the root for JSON arrays', async () => {
      const { sheet, person } = await openPicker();
      const warning = 'Nested fields are not supported. Please ensure the field is at the root';
      expect(sheet.queryByLabelText('Envelope field')).toBeNull();
      await person.click(sheet.getByRole('radio', { name: /^JSON Array/ }));
      const envelope = sheet.getByLabelText('Envelope field');
      for (const nested of ['a.b', 'a[[0', '$a']) {
        await person.clear(envelope);
        await person.type(envelope, nested);
        expect(sheet.getByText(warning)).toBeDefined();
      }
      await person.clear(envelope);
      await person.type(envelope, 'Records');
      expect(sheet.queryByText(warning)).toBeNull();
      await person.click(sheet.getByRole('button', { name: 'Apply Selection' }));
      expect(await screen.findByText('JSON Array, envelope Records')).toBeDefined();
    });
  });

  it('knows no transport that is not installed', async () => {
    await renderConsole({
      path: '/configure/log-sources/add-new-source/aws-s3/',
      permissions,
      ...server(),
    });
    expect(await screen.findByText('This installation has no transport "aws-s3"')).toBeDefined();
  });
});

describe('a log source', () => {
  const path = `/configure/log-sources/${existing.integrationId}/`;

  it('[002-2.15] shows facts, health and where to send logs', async () => {
    await renderConsole({ path, permissions, ...server() });
    expect(await screen.findByRole('heading', { name: 'Web tier' })).toBeDefined();
    expect(screen.getByText('3 events matched no schema.', { exact: false })).toBeDefined();
    expect(screen.getByText('JSON Array, envelope Records')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Nginx.Access' })).toBeDefined();
  });

  it('tells of a few failures as a warning, with what can be done', async () => {
    const message = '1 of 1,671 events of the last 24 hours matched no schema of this source.';
    const healthChecks = [
      { name: 'classification', healthy: true, warning: true, message, checkedAt: '2026-01-01T00:00:00Z' },
    ];
    const source = { ...existing, isHealthy: true, healthChecks, events24h: 1, failed24h: 1 };
    await renderConsole({ path, permissions, ...server({ sources: [source] }) });
    expect(await screen.findByText(message, { exact: false })).toBeDefined();
    expect(screen.getByLabelText('Warning')).toBeDefined();
    expect(screen.queryByText('Unhealthy')).toBeNull();
    expect(screen.getByRole('button', { name: 'Process again' })).toBeDefined();
    expect(screen.getByText(/HTTP, 1 event in 24 h/)).toBeDefined();
  });

  it('[002-2.16] keeps stored secrets when they are left empty', async () => {
    const { puts, graphql } = server();
    const { address } = await renderConsole({ path: `${path}edit/`, permissions, graphql });
    const person = user();
    const name = await screen.findByLabelText('Name');
    expect(screen.getByPlaceholderText('Keep current value')).toBeDefined();
    await person.clear(name);
    await person.type(name, 'Web front');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toMatchObject({
      integrationId: existing.integrationId,
      integrationLabel: 'Web front',
      config: { authMethod: 'SharedSecret', authHeaderKey: 'X-Key' },
    });
    expect(puts[0]?.config).not.toHaveProperty('authSecretValue');
    await waitFor(() => expect(address()).toBe(path));
  });

  it('asks before it deletes', async () => {
    const { deleted, graphql } = server();
    const { address } = await renderConsole({ path, permissions, graphql });
    const person = user();
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete log source' });
    expect(deleted).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deleted).toEqual([{ id: existing.integrationId }]));
    await waitFor(() => expect(address()).toMatch(/^\/configure\/log-sources\/\?/));
  });
});
