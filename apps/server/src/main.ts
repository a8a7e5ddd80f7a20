import { MargayError, messageOf } from '@margay/kit';
import { onEndWanted } from '@margay/kit/node';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { keepFilesPrivate } from './data-folder/secure-folder.ts';
import { createLogger } from './log.ts';
import { startServer } from './server.ts';
import { reportStall } from './watchdog/stall-note.ts';
import { startWatchdog } from './watchdog/watchdog.ts';

/** Longer than an orderly end takes; what is not done by then is done again at the next start. */
const stopDeadlineMs = 20_000;

/** Nothing that was acknowledged is lost by this: it is what a power cut does. Ordinary exits wait for the engines. */
const endHard = () => process.kill(process.pid, 'SIGKILL');

// A reader that went away (`npm start | head`) is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Reads the configuration, starts the roles of this process, stops in order when asked to. */
keepFilesPrivate();
const isDemo = process.argv.includes('--demo');
let isStopping = false;
try {
  const starting = Promise.try(async () => {
    const config = readConfig(process.env);
    return { config, server: await startServer(config, { demo: isDemo }) };
  });
  onEndWanted((reason) => {
    isStopping = true;
    setTimeout(() => {
      console.error(`Margay did not end within ${stopDeadlineMs / 1000} s of ${reason}; it ends hard.`);
      endHard();
    }, stopDeadlineMs).unref();
    void starting
      .then(({ server }) => server.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(`Margay could not end in order: ${messageOf(error)}`);
          endHard();
        },
      );
  }, endHard);
  const { config, server } = await starting;
  process.send?.('ready');
  const noteFile = join(config.dataDir, 'stalled.json');
  if (config.watchdogMs !== undefined) startWatchdog({ limitMs: config.watchdogMs, noteFile });
  await reportStall(noteFile, server.platform.services.alertWriter, createLogger(config.logLevel));
} catch (error) {
  console.error(messageOf(error));
  const isExplained = error instanceof MargayError && error.kind !== 'internal';
  if (!isExplained && error instanceof Error) console.error(error.stack);
  const isTheirFault = isExplained && (error.kind === 'invalid-input' || error.kind === 'conflict');
  // A start that was given up on the way leaves nothing to wait for.
  process.exit(isStopping ? 0 : isTheirFault ? 2 : 1);
}
