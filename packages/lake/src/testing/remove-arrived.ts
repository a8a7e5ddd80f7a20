import { writeSync } from 'node:fs';
import { silentLogger } from '@margay/kit';
import { openLake } from '../lake.ts';

/** Child process of the retention test, to be killed at work. `node remove-arrived.ts <dataDir> <before>` */
const [dataDir = '', before = ''] = process.argv.slice(2);
const lake = await openLake({ dataDir }, { logger: silentLogger });
writeSync(1, 'open\n');
await lake.removeArrivedBefore('panther_logs', new Date(before));
await lake.close();
process.exit(0);
