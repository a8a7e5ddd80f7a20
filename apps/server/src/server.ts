import { sources } from '@margay/ingest';
import { forbidden } from '@margay/kit';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mountConsole } from './api/console-files.ts';
import { createGraphqlHandler } from './api/graphql.ts';
import { createHttpApp } from './api/http.ts';
import { listen, type Listener } from './api/listen.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { mountSourceRoutes, refuseSourceRoutes } from './api/source-routes.ts';
import type { Config, Role } from './config.ts';
import { claimDataFolder, type ClaimedFolder } from './data-folder/claim-folder.ts';
import { writeFolderVersion } from './data-folder/version-file.ts';
import { loadDemo } from './demo.ts';
import type { Domain } from './domain-contract/define-domain.ts';
import { registry } from './domains/registry.ts';
import { createLogger } from './log.ts';
import { answerMetrics, createMetrics, listenForMetrics, mayReadMetrics } from './metrics.ts';
import { startPulling } from './domains/log-sources/pulling/start-pulling.ts';
import { roleMissing } from './roles/absent.ts';
import { startDetect, type DetectRole } from './roles/detect.ts';
import { wire, type Platform } from './wire.ts';

export interface RunningServer {
  /** Where it listens, for instance `http://127.0.0.1:8080`. */
  url: string;
  /** Where figures are read without a token, when MARGAY_METRICS_PORT is set. */
  metricsUrl: string | undefined;
  platform: Platform;
  stop(): Promise<void>;
}

export interface StartOptions {
  demo?: boolean;
  /** What the server consists of; all domains where nothing is said. */
  domains?: readonly Domain[];
}

const consoleFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web', 'dist');

/** Requests under way get this long to be answered when the server stops, and the batch being worked on to come to its end. */
const answerGraceMs = 3_000;
const pipelineGraceMs = 5_000;

/**
 * Starts engines, roles and the HTTP listener. Resolves once `/readyz` answers 200. What a person can mend (settings, data
 * folder, version, port) is found before any engine opens.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const folder = await claimDataFolder(config.dataDir);
  try {
    const listener = await listen(config);
    return await startBehind(listener, config, folder, options);
  } catch (error) {
    await folder.release();
    throw error;
  }
}

async function startBehind(
  listener: Listener,
  config: Config,
  folder: ClaimedFolder,
  options: StartOptions,
): Promise<RunningServer> {
  const logger = createLogger(config.logLevel);
  const plays = (role: Role) => config.roles.includes(role);
  const domains = options.domains ?? registry;
  const platform = await wire(config, logger, undefined, domains);
  await writeFolderVersion(config.dataDir);
  const metrics = createMetrics(platform);
  const graphql = createGraphqlHandler(buildConsoleSchema(domains), logger, { introspection: true });
  const app = createHttpApp({
    services: platform.services,
    domains,
    logger,
    trustedProxies: config.trustedProxies,
    graphql,
    isReady: platform.isReady,
    isBehindTls: config.publicUrl?.startsWith('https:') ?? false,
    mount: (target) => {
      target.get('/metrics', async (c) => {
        if (mayReadMetrics(c.req.header('authorization'), config.metricsToken))
          return answerMetrics(c, metrics);
        throw forbidden(
          'Metrics need "Authorization: Bearer" with the token of MARGAY_METRICS_TOKEN. Without that setting they are read at MARGAY_METRICS_PORT only.',
        );
      });
      if (!plays('ingest')) {
        refuseSourceRoutes(target, sources, config.roles);
        return;
      }
      mountSourceRoutes(target, {
        buffer: platform.buffer,
        definitions: sources,
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
    ...(plays('api') ? {} : { refusal: () => roleMissing('The console and its API', 'api', config.roles) }),
  });
  await platform.jobs.work([
    ...(plays('alert') ? platform.jobDefinitions.alert : []),
    ...(plays('jobs') ? platform.jobDefinitions.jobs : []),
  ]);
  const detect = plays('detect') ? await startDetect(platform, metrics, logger) : undefined;
  if (plays('jobs')) await platform.scheduledQueries.start();
  const pulling = plays('ingest')
    ? startPulling({
        ...platform,
        sources: platform.services.logSources,
        definitions: sources,
        http: platform.pullClient,
        logger: logger.child({ stage: 'pulling' }),
      })
    : undefined;

  const metricsListener =
    config.metricsPort === undefined ? undefined : await listenForMetrics(metrics, config.metricsPort);
  listener.open(app.fetch);
  const { url } = listener;
  const said = options.demo === true && detect !== undefined ? await loadDemo(platform, detect, url) : [];
  if (metricsListener !== undefined) said.push(`Figures for Prometheus: ${metricsListener.url}`);
  await announce(config, platform, url, said);
  return {
    url,
    metricsUrl: metricsListener?.url,
    platform,
    async stop() {
      platform.services.searches.close();
      await metricsListener?.close();
      await listener.close(answerGraceMs);
      await pulling?.stop();
      await stopPipeline(detect, platform);
      await platform.close();
      await folder.release();
    },
  };
}

/** A rule that hangs must not keep the process: its batch stays in the spool and is judged after the next start. */
async function stopPipeline(detect: DetectRole | undefined, platform: Platform): Promise<void> {
  if (detect === undefined) return;
  const stopped = detect.stop();
  const grace = AbortSignal.timeout(pipelineGraceMs);
  const isOver = await Promise.race([
    stopped.then(() => true),
    new Promise<false>((done) => grace.addEventListener('abort', () => done(false))),
  ]);
  if (isOver) return;
  await platform.detect.close();
  await stopped;
}

/** Tells a newcomer where to go. Nothing secret is printed but the one-time set-up link, which ends with its use. */
async function announce(config: Config, platform: Platform, url: string, said: string[]): Promise<void> {
  const address = config.publicUrl ?? url;
  console.log(`\nMargay is ready at ${address}`);
  for (const line of said) console.log(line);
  if (!config.roles.includes('api') || !(await platform.services.users.isEmpty())) return;
  const token = await platform.services.sessions.newSetupToken();
  console.log(`Create the first administrator: ${address}/setup/?token=${token}`);
}
