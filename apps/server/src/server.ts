import { serve, type ServerType } from '@hono/node-server';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mountConsole } from './api/console-files.ts';
import { createGraphqlHandler } from './api/graphql.ts';
import { createHttpApp } from './api/http.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { mountSourceRoutes } from './api/source-routes.ts';
import type { Config } from './config.ts';
import { loadDemo } from './demo.ts';
import { createLogger } from './log.ts';
import { createMetrics, mayReadMetrics } from './metrics.ts';
import { startIngest } from './roles/ingest.ts';
import { wire, type Platform } from './wire.ts';

export interface RunningServer {
  /** Where it listens, for instance `http://127.0.0.1:8080`. */
  url: string;
  platform: Platform;
  stop(): Promise<void>;
}

const consoleFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web', 'dist');

/** Starts engines, roles and the HTTP listener. Resolves once `/readyz` answers 200. */
export async function startServer(config: Config, options: { demo?: boolean } = {}): Promise<RunningServer> {
  const logger = createLogger(config.logLevel);
  const platform = await wire(config, logger);
  const metrics = createMetrics(platform);
  const graphql = createGraphqlHandler(buildConsoleSchema(), logger, { introspection: true });
  const app = createHttpApp({
    services: platform.services,
    logger,
    graphql,
    isReady: platform.isReady,
    mount: (target) => {
      target.get('/metrics', async (c) =>
        mayReadMetrics(c, config.metricsToken)
          ? c.text(await metrics.text(), 200, { 'content-type': metrics.contentType })
          : c.json({ message: 'Metrics need the token of MARGAY_METRICS_TOKEN.', code: 'FORBIDDEN' }, 403),
      );
      mountSourceRoutes(target, {
        buffer: platform.buffer,
        sources: platform.services.logSources,
        clock: platform.clock,
        logger: logger.child({ stage: 'ingest' }),
        maxBatchBytes: config.maxBatchBytes,
        onOutcome: (outcome) => {
          metrics.requests.inc({ status: String(outcome.status) });
          platform.services.sourceHealth.noteRequest(outcome);
        },
      });
    },
    mountConsole: (target) => mountConsole(target, consoleFolder),
  });
  if (config.roles.includes('jobs')) await platform.jobs.work(platform.jobDefinitions);
  const ingest = config.roles.includes('ingest') ? await startIngest(platform, metrics, logger) : undefined;
  if (config.roles.includes('jobs')) await platform.scheduledQueries.start();

  const { server, port } = await listen(app.fetch, config);
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  const said = options.demo === true && ingest !== undefined ? await loadDemo(platform, ingest, url) : [];
  await announce(config, platform, url, said);
  return {
    url,
    platform,
    async stop() {
      await new Promise<void>((done) => {
        server.close(() => done());
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
      await ingest?.stop();
      await platform.close();
    },
  };
}

function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  config: Config,
): Promise<{ server: ServerType; port: number }> {
  return new Promise((done, fail) => {
    const server = serve({ fetch, hostname: config.host, port: config.port }, (info) =>
      done({ server, port: info.port }),
    );
    server.on('error', fail);
  });
}

/** Tells a newcomer where to go. Nothing secret is printed but the one-time set-up link, which ends with its use. */
async function announce(config: Config, platform: Platform, url: string, said: string[]): Promise<void> {
  const address = config.publicUrl ?? url;
  console.log(`\nMargay is ready at ${address}`);
  for (const line of said) console.log(line);
  if (!(await platform.services.users.isEmpty())) return;
  const token = await platform.services.sessions.newSetupToken();
  console.log(`Create the first administrator: ${address}/setup/?token=${token}`);
}
