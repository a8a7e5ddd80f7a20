import { afterAll, describe } from 'vitest';
import { silentLogger } from '@margay/kit';
import { describeEventBuffer } from '../testing/event-buffer-contract.ts';
import { findNatsServer, startNatsServer } from '../testing/index.ts';
import { openJetStreamBuffer } from './open-jetstream-buffer.ts';

const found = await findNatsServer();

describe.skipIf('missing' in found)('on NATS', async () => {
  if ('missing' in found) return;
  const server = await startNatsServer(found.program);
  afterAll(() => server.stop());

  describeEventBuffer('JetStream as an event buffer', async () => {
    const { url } = server;
    return {
      open: (limits) => openJetStreamBuffer({ url, logger: silentLogger, limits }),
      remove: () => server.clear(),
    };
  });
});
