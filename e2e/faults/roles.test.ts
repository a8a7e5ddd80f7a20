import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noCluster, startCluster, type Cluster } from '../support/cluster.ts';
import { allAlerts, keyBatch, putKeyRule } from '../support/key-rule.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { listeningPorts } from '../support/listening.ts';
import { createHttpSource, sendBody, sendLines } from '../support/source.ts';

describe.skipIf(noCluster !== undefined)(
  `two processes with roles of their own (${noCluster ?? 'PostgreSQL'})`,
  () => {
    let cluster: Cluster;
    let consoleSide: TestServer;
    let pipelineSide: TestServer;
    let sourceId: string;
    beforeAll(async () => {
      cluster = await startCluster();
      // Together, so that both find an empty store.
      [consoleSide, pipelineSide] = await Promise.all([
        cluster.start('api,alert,jobs'),
        cluster.start('ingest,detect'),
      ]);
      await putKeyRule(consoleSide);
      sourceId = await createHttpSource(consoleSide, 'roles', ['AWS.CloudTrail']);
    });
    afterAll(() => cluster.stop());

    it('raises the alert that the one judged and shows it in the other', async () => {
      // At once: what is taken in is judged by what stood in the store by then, in whatever process it was saved.
      expect(await sendLines(pipelineSide, sourceId, keyBatch('one'))).toBe(200);
      const alerts = await eventually(
        () => allAlerts(consoleSide),
        (now) => now.length > 0,
        60_000,
      );
      expect(alerts).toEqual([{ title: 'key one', eventCount: 1 }]);
    });

    it('says which process does what it does not', async () => {
      const refused = await sendBody(consoleSide, sourceId, 'x');
      expect(refused.status).toBe(503);
      expect(JSON.parse(refused.text)).toMatchObject({
        code: 'RoleMissing',
        message:
          'Taking events in is not for this process: its roles are api, alert, jobs. Ask one whose MARGAY_ROLES name ingest.',
      });
      for (const path of ['/', '/internal/graphql', '/auth/sign-in']) {
        const reply = await fetch(`${pipelineSide.url}${path}`, { method: 'POST', body: '{}' });
        expect(reply.status, path).toBe(503);
        expect(await reply.json(), path).toMatchObject({ code: 'RoleMissing' });
      }
      for (const server of [consoleSide, pipelineSide]) {
        await eventually(
          async () => (await fetch(`${server.url}/readyz`)).status,
          (status) => status === 200,
        );
      }
    });

    it('listens on its own port and on nothing else, also with the interpreters and threads it started', async () => {
      for (const server of [consoleSide, pipelineSide])
        expect(await listeningPorts(server.pid)).toEqual([Number(new URL(server.url).port)]);
    });

    it('refuses roles that cannot work together', async () => {
      await expect(startTestServer({ environment: { MARGAY_ROLES: 'ingest' } })).rejects.toThrow(
        'MARGAY_ROLES names only one of ingest and detect, whose event buffer is a folder that other processes do not see; name both, or set NATS_URL',
      );
    });
  },
);
