import { MargayError, messageOf } from '@margay/kit';
import { readConfig } from './config.ts';
import { keepFilesPrivate } from './data-folder.ts';
import { startServer } from './server.ts';

/** Reads the configuration, starts the roles of this process, stops in order when asked to. */
keepFilesPrivate();
const isDemo = process.argv.includes('--demo');
try {
  const server = await startServer(readConfig(process.env), { demo: isDemo });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
} catch (error) {
  console.error(messageOf(error));
  const isTheirFault =
    error instanceof MargayError && (error.kind === 'invalid-input' || error.kind === 'conflict');
  if (!isTheirFault && error instanceof Error) console.error(error.stack);
  process.exit(isTheirFault ? 2 : 1);
}
