import { severities } from '@margay/model';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { createAlertsWorld, foundMatch, type AlertsWorld } from './testing.ts';

/* A Jira that takes an issue and whose answer is lost: what a key against repetitions would settle elsewhere. */
let world: AlertsWorld;
let jira: Server;
let origin = '';
const issues: { key: string; description: string }[] = [];
let losesAnswers = false;
const Issue = z.object({ fields: z.object({ description: z.string() }) });
const Search = z.object({ jql: z.string() });

beforeAll(async () => {
  jira = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const body: unknown = JSON.parse(text);
      if (request.url === '/rest/api/2/search/jql') {
        const [, word = '-'] = /description ~ "(\w+)"/.exec(Search.parse(body).jql) ?? [];
        response.end(
          JSON.stringify({ issues: issues.filter(({ description }) => description.includes(word)) }),
        );
        return;
      }
      const key = `SEC-${issues.length + 1}`;
      issues.push({ key, description: Issue.parse(body).fields.description });
      if (losesAnswers) request.socket.destroy();
      else response.writeHead(201).end(JSON.stringify({ key }));
    });
  });
  await new Promise<void>((done) => jira.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(jira.address() as AddressInfo).port}`;
  world = await createAlertsWorld();
  await world.reset();
  await world.destinations.put(world.ada, {
    outputType: 'jira',
    displayName: 'Tickets',
    defaultForSeverity: [...severities],
    alertTypes: ['RULE'],
    logTypes: [],
    outputConfig: {
      orgDomain: origin,
      projectKey: 'SEC',
      userName: 'bot@example.com',
      apiKey: 'k',
      issueType: 'Task',
    },
  });
});
afterAll(async () => {
  await world.close();
  jira.closeAllConnections();
  jira.close();
});

it('makes one issue of an alert although the answer to the first attempt was lost', async () => {
  losesAnswers = true;
  await world.record(foundMatch({ dedup: 'lost' }));
  await world.runJob('deliver-alerts');
  expect(issues).toHaveLength(1);
  expect((await world.onlyAlert()).deliveryState).toBe('FAILED');
  losesAnswers = false;
  world.later(6);
  await world.runJob('deliver-alerts');
  const alert = await world.onlyAlert();
  expect(issues).toHaveLength(1);
  expect(issues[0]?.description).toContain(alert.id);
  expect(alert.deliveryState).toBe('SUCCEEDED');
  expect(await world.alerts.service.deliveries(alert)).toMatchObject([
    { success: true, label: 'SEC-1', url: `${origin}/browse/SEC-1` },
    { success: false, statusCode: 0 },
  ]);
});

it('makes another when a person sends the alert again', async () => {
  const alert = await world.onlyAlert();
  const [tickets] = await world.destinations.list();
  await world.alerts.service.deliver(world.ada, alert.id, [tickets?.outputId ?? '']);
  expect(issues.map(({ key }) => key)).toEqual(['SEC-1', 'SEC-2']);
});
