import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';

/**
 * Starts a server on a new data folder, with its Python once, which leaves its snapshot and code there, and ends it in
 * order: `node start-first.ts <dataDir>`.
 */
const [, , dataDir = ''] = process.argv;
const server = await startServer(
  readConfig({ MARGAY_DATA_DIR: dataDir, MARGAY_PORT: '0', MARGAY_LOG_LEVEL: 'silent' }),
);
await server.platform.detect.check('def rule(event):\n    return True\n', 'RULE');
await server.stop();
process.exit(0);
