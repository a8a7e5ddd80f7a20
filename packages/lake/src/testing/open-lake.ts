import { writeSync } from 'node:fs';
import { MargayError, messageOf, silentLogger } from '@margay/kit';
import { openLake } from '../lake.ts';

/** Child process of a test: tries to open the lake and writes how it went. `node open-lake.ts <dataDir>` */
try {
  await openLake({ dataDir: process.argv[2] ?? '' }, { logger: silentLogger });
  writeSync(1, 'opened');
} catch (error) {
  writeSync(1, `${error instanceof MargayError ? error.code : ''} ${messageOf(error)}`);
}
process.exit(0);
