import { silentLogger } from '@margay/kit';
import { permissions, type Permission } from '@margay/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import { createAlertsWorld, foundMatch, type AlertsWorld } from './testing.ts';

interface Reply {
  data?: Record<string, unknown>;
  errors?: { message: string; extensions: { code: string } }[];
}

describe('alerts and destinations in the console schema', () => {
  let world: AlertsWorld;
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
  beforeAll(async () => {
    world = await createAlertsWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const ask = async (
    query: string,
    variables: object = {},
    held: readonly Permission[] = permissions,
  ): Promise<Reply> => {
    const neighbours = {
      alerts: world.alerts.service,
      destinations: world.destinations,
      users: world.users,
      logSources: { byId: () => Promise.resolve(undefined) },
      detections: { detection: () => Promise.resolve(undefined) },
    };
    const reply = await handle(
      { query, variables },
      {
        actor: { ...world.ada, permissions: new Set(held) },
        // Only the services these fields ask.
        services: neighbours as unknown as Services,
      },
    );
    return reply.body as Reply;
  };
  const alertFields = `id type title severity status description runbook reference createdAt firstMatchAt updatedAt
    updatedBy { id name kind } firstEventOccurredAt lastReceivedEventAt eventCount assignee { id email }
    origin { __typename ... on Rule { id } ... on DeletedDetection { id } ... on SystemError { type relatedComponent relatedId } }
    detectionId detectionVersion detectionDisplayName logTypes logSources { integrationId integrationLabel }
    resourceId resourceTypes dedupString dedupPeriodMinutes threshold tags reports { key values } context
    summaryAttributes deliveryState deliveries { outputId success statusCode message label url dispatchedAt destination { displayName } }
    comments { id body createdBy { name } } history { type from to comment { body } actor { name } }
    events { edges { node } pageInfo { hasNextPage endCursor } }`;

  it('reads an alert whole, in a list and by its id', async () => {
    await world.addDestination('On call');
    await world.record(foundMatch({ title: 'T', contextJson: '{"a":1}' }));
    await world.runJob('deliver-alerts');
    const list = await ask(
      `{ alerts(input: {}) { edges { node { ${alertFields} } } pageInfo { hasNextPage endCursor } totalItems } }`,
    );
    expect(list.errors).toBeUndefined();
    expect(list.data?.['alerts']).toMatchObject({
      totalItems: 1,
      pageInfo: { hasNextPage: false },
      edges: [
        {
          node: {
            type: 'RULE',
            title: 'T',
            severity: 'HIGH',
            status: 'OPEN',
            eventCount: 1,
            origin: { __typename: 'DeletedDetection', id: 'Test.Rule' },
            logSources: [{ integrationId: 'src1' }],
            context: { a: 1 },
            deliveryState: 'SUCCEEDED',
            deliveries: [{ success: true, destination: { displayName: 'On call' } }],
            events: { edges: [{ node: { p_log_type: 'AWS.CloudTrail' } }] },
          },
        },
      ],
    });
    const { id } = await world.onlyAlert();
    const one = await ask(`query ($id: ID!) { alert(id: $id) { ${alertFields} } }`, { id });
    expect(one.errors).toBeUndefined();
    const missing = await ask('{ alert(id: "none") { id } }');
    expect(missing.errors?.[0]?.extensions.code).toBe('NotFound');
  });

  it('edits, comments and sends again', async () => {
    const destination = await world.addDestination('On call');
    await world.record(foundMatch());
    const { id } = await world.onlyAlert();
    const update = `mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { jobId alerts { status assignee { id } } } }`;
    const edited = await ask(update, {
      input: { selection: { ids: [id] }, status: 'TRIAGED', assigneeId: world.ada.id, comment: 'Mine' },
    });
    expect(edited.data?.['updateAlerts']).toEqual({
      jobId: null,
      alerts: [{ status: 'TRIAGED', assignee: { id: world.ada.id } }],
    });
    const freed = await ask(update, { input: { selection: { ids: [id] }, unassign: true } });
    expect(freed.data?.['updateAlerts']).toMatchObject({ alerts: [{ assignee: null }] });
    const later = await ask(update, {
      input: { selection: { filter: { statuses: ['TRIAGED'] } }, status: 'CLOSED' },
    });
    expect(later.data?.['updateAlerts']).toMatchObject({ alerts: [], jobId: expect.any(String) });
    const again = await ask(
      `mutation ($input: DeliverAlertInput!) { deliverAlert(input: $input) { deliveries { success } comments { body } history { type } } }`,
      { input: { alertId: id, outputIds: [destination.outputId] } },
    );
    expect(again.data?.['deliverAlert']).toMatchObject({
      deliveries: [{ success: true }],
      comments: [{ body: 'Mine' }],
    });
  });

  it('[000-7.16][001-7.29][002-7.6] lists destinations for anybody signed in, their settings only with the permission', async () => {
    await world.addDestination('On call');
    const listing =
      '{ destinations { outputId outputType displayName alertTypes defaultForSeverity logTypes } }';
    const open = await ask(listing, {}, []);
    expect(open.data?.['destinations']).toMatchObject([
      { displayName: 'On call', outputType: 'customwebhook' },
    ]);
    const closed = await ask('{ destinations { outputConfig } }', {}, ['AlertRead']);
    expect(closed.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const config = await ask('{ destinations { outputConfig } }', {}, ['DestinationRead']);
    expect(config.data?.['destinations']).toEqual([
      { outputConfig: { webhookURL: '', headers: {}, authentication: 'none' } },
    ]);
  });

  it('describes every type of destination with its form and logo', async () => {
    const reply = await ask(
      '{ destinationTypes { id displayName description docUrl logo canTest fields { name label kind required secret options { value label } } } }',
    );
    const types = reply.data?.['destinationTypes'] as { id: string; logo: string }[];
    expect(types.map(({ id }) => id)).toEqual(expect.arrayContaining(['customwebhook', 'slack']));
    for (const { logo } of types) expect(logo).toMatch(/^<svg/);
  });

  it('makes, changes, tests and deletes a destination', async () => {
    const made = await world.addDestination('First');
    const input = {
      outputId: made.outputId,
      outputType: 'customwebhook',
      displayName: 'Second',
      defaultForSeverity: ['CRITICAL'],
      alertTypes: ['RULE'],
      logTypes: [],
      outputConfig: { webhookURL: '' },
    };
    const changed = await ask(
      'mutation ($input: DestinationInput!) { updateDestination(input: $input) { displayName outputConfig } }',
      { input },
    );
    expect(changed.data?.['updateDestination']).toMatchObject({ displayName: 'Second' });
    const tested = await ask(
      'mutation ($ids: [ID!]!) { sendTestAlert(input: { outputIds: $ids }) { success message } }',
      {
        ids: [made.outputId],
      },
    );
    expect(tested.data?.['sendTestAlert']).toEqual([{ success: true, message: 'answer' }]);
    const refused = await ask(
      'mutation ($id: ID!) { deleteDestination(input: { id: $id }) { id } }',
      { id: made.outputId },
      ['DestinationRead'],
    );
    expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await ask('mutation ($id: ID!) { deleteDestination(input: { id: $id }) { id } }', { id: made.outputId });
    expect(await world.destinations.list()).toEqual([]);
  });

  it('shows system errors with what they are about', async () => {
    await world.alerts.service.raise({
      type: 'SOURCE_NO_DATA',
      relatedComponent: 'LOG_SOURCE',
      relatedId: 'src1',
      relatedName: 'Firewall',
      title: 'Firewall sends nothing',
      description: 'Look at it.',
    });
    const reply = await ask(
      `{ alerts(input: { type: SYSTEM_ERROR }) { edges { node { ${alertFields} } } } }`,
    );
    expect(reply.errors).toBeUndefined();
    expect(reply.data?.['alerts']).toMatchObject({
      edges: [{ node: { detectionId: null, origin: { __typename: 'SystemError', relatedId: 'src1' } } }],
    });
  });
});
