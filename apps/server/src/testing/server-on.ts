import { readConfig } from '../config.ts';
import { startServer, type RunningServer, type StartOptions } from '../server.ts';
import { administrator } from './console-client.ts';

/** A quiet server of this process on a data folder and a free port, with the administrator of the console's client. */
export function startServerOn(
  dataDir: string,
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<RunningServer> {
  return startServer(
    readConfig({
      MARGAY_DATA_DIR: dataDir,
      MARGAY_PORT: '0',
      MARGAY_LOG_LEVEL: 'silent',
      MARGAY_ADMIN_EMAIL: administrator.email,
      MARGAY_ADMIN_PASSWORD: administrator.password,
      ...environment,
    }),
    options,
  );
}
