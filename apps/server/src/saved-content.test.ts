import { rm } from 'node:fs/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sendLine,
  sourceIdOf,
} from './testing/console-client.ts';
import { startServerOn } from './testing/server-on.ts';
import { anySave, extremes, type Save } from './testing/any-save.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

/** Each run saves a heap of content, starts the server anew on it, and looks whether everything else still works. */
const runs = Number(process.env['MARGAY_TEST_RUNS'] ?? 1);
const savesPerRun = 12;

const Rows = z.object({ runQuery: z.object({ rows: z.array(z.unknown()) }).loose() });

/** Saves as the console would; what is refused must be refused as the person's mistake. Gives whether it was stored. */
async function save(ask: Awaited<ReturnType<typeof consoleOf>>, one: Save): Promise<boolean> {
  const { errors = [] } = await ask(one.mutation, { input: one.input });
  for (const { message, extensions } of errors) {
    expect(extensions.statusCode, `${one.what}: ${message}`).toBeLessThan(500);
  }
  return errors.length === 0;
}

describe('whatever a person saved', () => {
  it(
    'never keeps the server from starting, nor other sources from working',
    async () => {
      const dataDir = await newDataFolder('margay-saved-');
      const start = () => startServerOn(dataDir);
      let server = await start();
      let ask = await consoleOf(server);
      try {
        const spec = 'fields: [{ name: door, type: string, required: true }]';
        await save(ask, { what: 'doors', mutation: putSchema, input: { name: 'Custom.Doors', spec } });
        const { data } = await ask(putSource, { input: httpSource('Doors', ['Custom.Doors']) });
        const doors = sourceIdOf(data);
        let round = 0;
        let stored = 0;
        await fc.assert(
          fc.asyncProperty(
            fc.array(anySave, { minLength: savesPerRun, maxLength: savesPerRun }),
            async (saves) => {
              round++;
              for (const one of round === 1 ? [...extremes, ...saves] : saves) {
                const isStored = await save(ask, one);
                if (extremes.includes(one)) expect(isStored, one.what).toBe(true);
                if (!isStored) continue;
                stored++;
                if (one.logType === undefined) continue;
                const source = httpSource(`S${round} ${stored}`, [one.logType]);
                expect(
                  await save(ask, { what: `${one.what}, its source`, mutation: putSource, input: source }),
                ).toBe(true);
              }
              await server.stop();
              server = await start();
              expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
              ask = await consoleOf(server);
              await sendLine(server, doors, JSON.stringify({ door: `door ${round}` }));
              await expect
                .poll(
                  async () => {
                    const sql = `select door from panther_logs.public.custom_doors where door = 'door ${round}'`;
                    const reply = await ask(
                      'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
                      { input: { language: 'sql', text: sql } },
                    );
                    return Rows.parse(reply.data).runQuery.rows.length;
                  },
                  { timeout: 30_000, interval: 100 },
                )
                .toBe(1);
            },
          ),
          { numRuns: runs, endOnFailure: true },
        );
        expect(stored).toBeGreaterThan((runs * savesPerRun) / 4);
      } finally {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    120_000 + runs * 60_000,
  );
});
