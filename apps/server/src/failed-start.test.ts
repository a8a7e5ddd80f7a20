import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

describe('a start that fails leaves nothing open, so that the next one in the same process works', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await newDataFolder('margay-failed-start-');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function startsAgain(): Promise<void> {
    const server = await startServerOn(folder);
    try {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  }

  it('when the port of the figures is taken, which is found when all else runs', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const { port } = taken.address() as AddressInfo;
    try {
      await expect(startServerOn(folder, { MARGAY_METRICS_PORT: String(port) })).rejects.toThrow(
        String(port),
      );
    } finally {
      taken.close();
    }
    await startsAgain();
  });

  it('when one engine cannot be opened beside the others', async () => {
    await expect(startServerOn(folder, { CLICKHOUSE_URL: 'http://127.0.0.1:9' })).rejects.toThrow(
      'ECONNREFUSED',
    );
    await startsAgain();
  });
});
