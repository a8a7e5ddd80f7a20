import { MargayError, messageOf } from '@margay/kit';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { keepFilesPrivate } from './data-folder.ts';
import { createLogger } from './log.ts';
import { startServer } from './server.ts';
import { reportStall } from './watchdog/stall-note.ts';
import { startWatchdog } from './watchdog/watchdog.ts';

/** Reads the configuration, starts the roles of this process, stops in order when asked to. */
keepFilesPrivate();
const isDemo = process.argv.includes('--demo');
try {
  const config = readConfig(process.env);
  const server = await startServer(config, { demo: isDemo });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  const noteFile = join(config.dataDir, 'stalled.json');
  if (config.watchdogMs !== undefined) startWatchdog({ limitMs: config.watchdogMs, noteFile });
  await reportStall(noteFile, server.platform.alertWriter, createLogger(config.logLevel));
} catch (error) {
  console.error(messageOf(error));
  const isTheirFault =
    error instanceof MargayError && (error.kind === 'invalid-input' || error.kind === 'conflict');
  if (!isTheirFault && error instanceof Error) console.error(error.stack);
  process.exit(isTheirFault ? 2 : 1);
}
