import { silentLogger } from '@margay/kit';
import { describeEventBuffer } from '../testing/event-buffer-contract.ts';
import { newSpoolFolder } from '../testing/spool-folder.ts';
import { openSpool } from './spool.ts';

describeEventBuffer('the spool as an event buffer', async () => {
  const { dir, remove } = await newSpoolFolder();
  return { open: (limits) => openSpool({ dir, logger: silentLogger, limits }), remove };
});
