import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer, refusingServer } from '../../testing/answering-server.ts';
import type { Answers } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { settingField } from '../../testing/setting-field.ts';

const slack = {
  id: 'slack',
  displayName: 'Slack',
  description: 'Posts to a channel.',
  docUrl: null,
  logo: '',
  canTest: true,
  fields: [
    settingField({
      name: 'webhookURL',
      label: 'Slack Webhook URL',
      kind: 'password',
      required: true,
      secret: true,
    }),
  ],
};
const stored = {
  outputId: 'd1',
  outputType: 'slack',
  displayName: 'Team channel',
  defaultForSeverity: ['HIGH'],
  alertTypes: ['RULE'],
  logTypes: [],
  verificationStatus: 'FAILED',
  outputConfig: { webhookURL: '' },
  lastModifiedTime: '2026-11-20T10:00:00Z',
  lastModifiedBy: { id: 'u1', name: 'Ana' },
};

function serverOf(destinations: (typeof stored)[]) {
  const answers: Answers = {
    Destinations: () => ({ destinations }),
    DestinationTypes: () => ({ destinationTypes: [slack] }),
    DestinationLogTypes: () => ({ availableLogTypes: ['AWS.CloudTrail'] }),
    AddDestination: ({ input }) => ({ addDestination: { ...stored, ...Object(input), outputId: 'd2' } }),
    UpdateDestination: ({ input }) => ({ updateDestination: { ...stored, ...Object(input) } }),
    SendTestAlert: () => ({
      sendTestAlert: [
        {
          outputId: 'd1',
          dispatchedAt: '2026-11-20T10:00:00Z',
          success: false,
          statusCode: 404,
          message: 'no_such_channel',
        },
      ],
    }),
  };
  return answeringServer(answers);
}
const permissions = ['DestinationModify'];

describe('alert destinations', () => {
  it('[002-2.3] lists every destination', async () => {
    const server = serverOf([stored]);
    await renderConsole({ path: '/configure/destinations/', permissions, graphql: server.graphql });
    expect(await screen.findByText('Team channel')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Alert Destinations' })).toBeTruthy();
    expect(screen.getByText('Test failed')).toBeTruthy();
  });

  it('says so when there is none', async () => {
    const server = serverOf([]);
    await renderConsole({ path: '/configure/destinations/', permissions, graphql: server.graphql });
    expect(await screen.findByText('No destinations configured')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add destination' })).toBeTruthy();
  });

  it('tells when the list cannot be fetched', async () => {
    const graphql = refusingServer(new RequestError('Store away', 500));
    await renderConsole({ path: '/configure/destinations/', permissions, graphql });
    expect(await screen.findByText('Could not fetch your destinations')).toBeTruthy();
  });

  it('[002-2.4] adds a destination of a chosen type', async () => {
    const server = serverOf([]);
    const { address } = await renderConsole({
      path: '/configure/destinations/new/',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('link', { name: /Slack/ }));
    await waitFor(() => expect(address()).toBe('/configure/destinations/new/slack/'));
    await userEvent.click(await screen.findByRole('button', { name: 'Add Destination' }));
    expect(await screen.findAllByText('This field is required')).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Display name'), 'Alarms');
    await userEvent.type(screen.getByLabelText('Slack Webhook URL'), 'https://hooks.example.com/x');
    await userEvent.click(screen.getByRole('button', { name: 'Add Destination' }));
    await screen.findByText('Alarms is added');
    expect(server.callsOf('AddDestination')[0]?.variables).toMatchObject({
      input: {
        outputType: 'slack',
        displayName: 'Alarms',
        defaultForSeverity: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'],
        alertTypes: ['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY'],
        logTypes: [],
        outputConfig: { webhookURL: 'https://hooks.example.com/x' },
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Finish Setup' }));
    await waitFor(() => expect(address()).toBe('/configure/destinations/'));
  });

  it('[002-2.5] edits a destination in a side panel and keeps its secret', async () => {
    const server = serverOf([stored]);
    const { address } = await renderConsole({
      path: '/configure/destinations/d1/edit/',
      permissions,
      graphql: server.graphql,
    });
    const sheet = await screen.findByRole('dialog', { name: 'Team channel' });
    expect(within(sheet).getByLabelText('Slack Webhook URL').getAttribute('placeholder')).toBe(
      'Keep current value',
    );
    await userEvent.click(within(sheet).getByRole('button', { name: 'Send Test Alert' }));
    expect(await within(sheet).findByText('no_such_channel')).toBeTruthy();
    await userEvent.type(within(sheet).getByLabelText('Display name'), ' 2');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Update Destination' }));
    await waitFor(() => expect(address()).toBe('/configure/destinations/'));
    expect(server.callsOf('UpdateDestination')[0]?.variables).toMatchObject({
      input: { outputId: 'd1', displayName: 'Team channel 2', outputConfig: {} },
    });
  });

  it('shows the settings to those who may only read them', async () => {
    const server = serverOf([stored]);
    await renderConsole({
      path: '/configure/destinations/d1/edit/',
      permissions: ['DestinationRead'],
      graphql: server.graphql,
    });
    const sheet = await screen.findByRole('dialog', { name: 'Team channel' });
    const save = within(sheet).getByRole('button', { name: 'Update Destination' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    expect(within(sheet).getByLabelText('Display name')).toHaveProperty('disabled', true);
  });
});
