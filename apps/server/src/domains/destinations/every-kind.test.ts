import { destinationSamples } from '@margay/alert/testing';
import { severities } from '@margay/model';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from '../../server.ts';
import { consoleOf } from '../../testing/console-client.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';
import { startServerOn } from '../../testing/server-on.ts';

/*
 * Every kind of destination, as a person sets it up through the console's API of a running server: chosen, saved, read
 * back, tested. Where the address is a setting, a server of the test stands in for the service.
 */
interface Received {
  path: string;
  headers: Record<string, unknown>;
  body: string;
}
let folder: string;
let server: RunningServer;
let ask: Awaited<ReturnType<typeof consoleOf>>;
let service: Server;
let origin = '';
let reply: { status: number; body?: string } = { status: 200 };
const received: Received[] = [];
const environment = { MARGAY_ROLES: 'api', MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' };

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(reply.status).end(reply.body);
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  folder = await newDataFolder('margay-destinations-');
  server = await startServerOn(folder, {
    ...environment,
    MARGAY_FEATURE_FLAGS: 'ENABLE_TORQ_DESTINATION=on',
  });
  ask = await consoleOf(server);
});
afterAll(async () => {
  await server.stop();
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

const samples = await destinationSamples();
const sampleOf = (outputType: string) => {
  const found = samples.find(({ definition }) => definition.id === outputType);
  if (found === undefined) throw new Error(`There is no sample of ${outputType}`);
  return found.sample;
};

const Types = z.object({
  destinationTypes: z.array(
    z.object({
      id: z.string(),
      displayName: z.string(),
      fields: z.array(z.object({ name: z.string(), secret: z.boolean() })),
    }),
  ),
});
const typesOf = async () =>
  Types.parse((await ask('{ destinationTypes { id displayName fields { name secret } } }', {})).data)
    .destinationTypes;

const Made = z.object({ addDestination: z.object({ outputId: z.string() }) });
const add = (outputType: string, outputConfig: object, displayName = `On call ${outputType}`) =>
  ask('mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }', {
    input: {
      outputType,
      displayName,
      defaultForSeverity: [...severities],
      alertTypes: ['RULE'],
      logTypes: [],
      outputConfig,
    },
  });
const Read = z.object({
  destination: z.object({ outputType: z.string(), outputConfig: z.record(z.string(), z.unknown()) }),
});
const readBack = async (id: string) =>
  Read.parse(
    (await ask('query ($id: ID!) { destination(id: $id) { outputType outputConfig } }', { id })).data,
  ).destination;
const Tested = z.object({
  sendTestAlert: z.array(z.object({ success: z.boolean(), statusCode: z.number(), message: z.string() })),
});
const test = async (id: string) => {
  const query =
    'mutation ($ids: [ID!]!) { sendTestAlert(input: { outputIds: $ids }) { success statusCode message } }';
  const [attempt] = Tested.parse((await ask(query, { ids: [id] })).data).sendTestAlert;
  return attempt;
};

/** A secret as the form shows it: an empty text, or a table of empty texts. */
const blank = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.keys(value).map((name) => [name, '']))
    : '';

/** Kinds whose service has an address of its own. */
const fixed: readonly string[] = ['asana', 'opsgenie', 'pagerduty'];
/** The setting that names the service's address, where it is one. */
const addressOf: Record<string, string> = {
  github: 'apiUrl',
  incidentio: 'alertSourceURL',
  jira: 'orgDomain',
  jiradatacenter: 'orgDomain',
  splunk: 'hecURL',
};

describe('kinds of destinations', () => {
  it.each([
    ['[002-3.3]', 'asana'],
    ['[002-3.4][002-9.25]', 'blinkops'],
    ['[002-3.5][002-9.25]', 'customwebhook'],
    ['', 'discord'],
    ['[002-3.7]', 'github'],
    ['[002-3.8][002-9.25]', 'incidentio'],
    ['[002-3.9]', 'jira'],
    ['[002-3.12]', 'jiradatacenter'],
    ['[002-3.13][002-9.25]', 'mindflow'],
    ['[002-3.14]', 'msteams'],
    ['[002-3.15]', 'opsgenie'],
    ['[002-3.16]', 'pagerduty'],
    ['[002-3.17][002-9.25]', 'rapid7'],
    ['[002-3.18]', 'slack'],
    ['[002-3.21][002-9.25]', 'splunk'],
    ['[002-3.23][002-9.25]', 'tines'],
    ['[002-3.24][002-9.25]', 'torq'],
  ])('%s %s is one: saved, read back without its secrets, and sent to', async (_ids, outputType) => {
    const type = (await typesOf()).find(({ id }) => id === outputType);
    expect(type).toBeDefined();
    const { settings, accepts } = sampleOf(outputType);
    const address = addressOf[outputType] ?? 'webhookURL';
    const given = fixed.includes(outputType) ? settings : { ...settings, [address]: `${origin}/x` };
    const { outputId } = Made.parse((await add(outputType, given)).data).addDestination;

    const read = await readBack(outputId);
    expect(read.outputType).toBe(outputType);
    const secrets = new Set(type?.fields.flatMap(({ name, secret }) => (secret ? [name] : [])));
    expect(secrets.size).toBeGreaterThan(0);
    for (const [name, value] of Object.entries(given))
      expect(read.outputConfig[name]).toEqual(secrets.has(name) ? blank(value) : value);

    if (fixed.includes(outputType)) return;
    [reply = { status: 500 }] = accepts;
    received.splice(0);
    expect(await test(outputId)).toMatchObject({ success: true });
    expect(received).toHaveLength(1);
    expect(received[0]?.path).toMatch(/^\/x/);
    expect(received[0]?.body).toContain('This is a Test Alert');
    reply = { status: 403, body: 'the key was taken back' };
    expect(await test(outputId)).toEqual({
      success: false,
      statusCode: 403,
      message: 'The destination answered with status 403: the key was taken back',
    });
  });

  it('[002-3.5] a custom webhook has a URL and headers of name and value', async () => {
    const headers = [{ name: 'X-Own', value: 'hush' }];
    const made = await add('customwebhook', { webhookURL: `${origin}/own`, headers }, 'Own headers');
    const { outputId } = Made.parse(made.data).addDestination;
    expect((await readBack(outputId)).outputConfig).toMatchObject({
      webhookURL: '',
      headers: { 'X-Own': '' },
    });
    reply = { status: 200 };
    received.splice(0);
    expect(await test(outputId)).toMatchObject({ success: true });
    expect(received).toMatchObject([{ path: '/own', headers: { 'x-own': 'hush' } }]);
  });

  it('[002-3.9] Jira Cloud has domain, project, user, issue type, labels and priority', async () => {
    const jira = (await typesOf()).find(({ id }) => id === 'jira');
    expect(jira?.fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['orgDomain', 'projectKey', 'userName', 'issueType', 'labels', 'priority']),
    );
  });

  it('[002-3.15] Opsgenie has the service region', async () => {
    const opsgenie = (await typesOf()).find(({ id }) => id === 'opsgenie');
    expect(opsgenie?.fields).toContainEqual({ name: 'serviceRegion', secret: false });
    const wrong = await add('opsgenie', { apiKey: 'k', serviceRegion: 'MOON' }, 'Moon');
    expect(wrong.errors?.[0]?.message).toContain('outputConfig.serviceRegion');
  });
});

it('[002-2.77] Torq is no kind unless its flag is on; a destination from before goes on', async () => {
  const outputConfig = { ...sampleOf('torq').settings, webhookURL: `${origin}/before` };
  const { outputId } = Made.parse((await add('torq', outputConfig, 'From before')).data).addDestination;
  await server.stop();
  server = await startServerOn(folder, environment);
  ask = await consoleOf(server);
  const offered = (await typesOf()).map(({ id }) => id);
  expect(offered).toContain('tines');
  expect(offered).not.toContain('torq');
  expect((await add('torq', outputConfig, 'Another')).errors?.[0]?.message).toMatch(
    /^There is no destination type "torq"\. Choose one of asana, .*tines\.$/,
  );
  reply = { status: 200 };
  expect(await test(outputId)).toMatchObject({ success: true });
});
