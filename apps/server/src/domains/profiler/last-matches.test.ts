import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from '../../server.ts';
import {
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sendLine,
  sourceIdOf,
} from '../../testing/console-client.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';
import { startServerOn } from '../../testing/server-on.ts';

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await newDataFolder('margay-last-matches-');
  server = await startServerOn(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('tells when detections matched last, signals too, and how many alerts they raised', async () => {
  const ask = await consoleOf(server);
  const must = async (document: string, variables: unknown) => {
    const { data, errors } = await ask(document, variables);
    expect(errors).toBeUndefined();
    return data;
  };
  await must(putSchema, { input: { name: 'Custom.Door', spec: 'fields: [{ name: door, type: string }]' } });
  const source = sourceIdOf(await must(putSource, { input: httpSource('Doors', ['Custom.Door']) }));
  for (const [id, result, createAlert] of [
    ['Signal', 'True', false],
    ['Alerting', 'True', true],
    ['Silent', 'False', true],
  ] as const)
    await must('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: {
        id,
        isNew: true,
        enabled: true,
        severity: 'LOW',
        logTypes: ['Custom.Door'],
        body: `def rule(event):\n    return ${result}\n`,
        createAlert,
      },
    });
  const before = Date.now();
  await sendLine(server, source, '{"door": "front"}');
  const Reply = z.object({
    detectionLastMatches: z.array(z.object({ detectionId: z.string(), at: z.coerce.date() })),
    detectionAlerts: z.array(z.object({ detectionId: z.string(), perDay: z.array(z.number()) })),
  });
  const question = `query ($ids: [ID!]!, $input: DetectionAlertsInput!) {
    detectionLastMatches(ids: $ids) { detectionId at } detectionAlerts(input: $input) { detectionId perDay } }`;
  const ids = ['Signal', 'Alerting', 'Silent', 'Unknown'];
  await vi.waitFor(
    async () => {
      const reply = Reply.parse(await must(question, { ids, input: { detectionIds: ids, days: 2 } }));
      const matches = reply.detectionLastMatches;
      expect(matches.map(({ detectionId }) => detectionId).toSorted()).toEqual(['Alerting', 'Signal']);
      for (const { at } of matches) expect(at.getTime()).toBeGreaterThanOrEqual(before - 60_000);
      expect(Object.fromEntries(reply.detectionAlerts.map((one) => [one.detectionId, one.perDay]))).toEqual({
        Signal: [0, 0],
        Alerting: [0, 1],
        Silent: [0, 0],
        Unknown: [0, 0],
      });
    },
    { timeout: 60_000, interval: 250 },
  );
});
