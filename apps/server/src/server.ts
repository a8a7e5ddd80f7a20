import { sources } from '@margay/ingest';
import { forbidden, type Logger } from '@margay/kit';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mountConsole } from './api/console-files.ts';
import { createGraphqlHandler } from './api/graphql.ts';
import { createHttpApp } from './api/http.ts';
import { listen, type Listener } from './api/listen.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { mountSourceRoutes, refuseSourceRoutes } from './api/source-routes.ts';
import type { Config } from './config.ts';
import { claimDataFolder } from './data-folder/claim-folder.ts';
import { writeFolderVersion } from './data-folder/version-file.ts';
import { loadDemo } from './demo.ts';
import type { Domain } from './domain-contract/define-domain.ts';
import { startLongWork } from './domain-contract/long-work.ts';
import { stateMigrations } from './domain-contract/state-migrations.ts';
import { registry } from './domains/registry.ts';
import { endInTurn, isOverWithin, undoStart } from './ending.ts';
import { createLogger } from './log.ts';
import { answerMetrics, createMetrics, listenForMetrics, mayReadMetrics, type Metrics } from './metrics.ts';
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
  /** Where it logs; lines of JSON on standard output where nothing is said. */
  logger?: Logger;
}

const consoleFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web', 'dist');

/** Requests under way get this long to be answered when the server stops, and the batch being worked on to come to its end. */
const answerGraceMs = 3_000;
const pipelineGraceMs = 5_000;

/**
 * Starts engines, roles and the HTTP listener. Resolves once `/readyz` answers 200. What a person can mend (settings, data
 * folder, version, port) is found before any engine opens. A start that fails leaves nothing open.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { domains = registry, logger = createLogger(config.logLevel), demo = false } = options;
  const folder = await claimDataFolder(config.dataDir, { migrations: stateMigrations(domains) });
  const opened: Opened = {};
  try {
    const listener = (opened.listener = await listen(config));
    await folder.take();
    // Links name the port that was found free, where any would do.
    const port = Number(new URL(listener.url).port);
    const platform = (opened.platform = await wire({ ...config, port }, logger, undefined, domains));
    await writeFolderVersion(config.dataDir, stateMigrations(domains));
    const start: Start = { config, logger, domains, platform, metrics: createMetrics(platform) };
    const app = createApp(start);
    await startRoles(start, opened);
    if (config.metricsPort !== undefined)
      opened.metricsListener = await listenForMetrics(start.metrics, config.metricsPort);
    listener.open(app.fetch);
    const { url } = listener;
    const said = demo && opened.detect !== undefined ? await loadDemo(platform, opened.detect, url) : [];
    const metricsUrl = opened.metricsListener?.url;
    if (metricsUrl !== undefined) said.push(`Figures for Prometheus: ${metricsUrl}`);
    await announce(config, platform, url, said);
    return {
      url,
      metricsUrl,
      platform,
      async stop() {
        await endInTurn([() => closeAll(opened, answerGraceMs), folder.release]);
      },
    };
  } catch (error) {
    await undoStart(logger, () => closeAll(opened, 0));
    await folder.release();
    throw error;
  }
}

/** What one server has opened so far. */
interface Opened {
  listener?: Listener;
  platform?: Platform;
  detect?: DetectRole;
  stopWork?: () => Promise<void>;
  metricsListener?: Awaited<ReturnType<typeof listenForMetrics>>;
}

async function closeAll(opened: Opened, graceMs: number): Promise<void> {
  const { listener, platform, detect, stopWork, metricsListener } = opened;
  await endInTurn([
    () => platform?.interrupt(),
    () => metricsListener?.close(),
    () => listener?.close(graceMs),
    () => stopWork?.(),
    () => stopPipeline(detect, platform),
    () => platform?.close(),
  ]);
}

/** What the parts of a start share. */
interface Start {
  config: Config;
  logger: Logger;
  domains: readonly Domain[];
  platform: Platform;
  metrics: Metrics;
}

function createApp({ config, logger, domains, platform, metrics }: Start) {
  const { roles } = config;
  return createHttpApp({
    services: platform.services,
    domains,
    logger,
    trustedProxies: config.trustedProxies,
    graphql: createGraphqlHandler(buildConsoleSchema(domains), logger, { introspection: true }),
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
      if (!roles.includes('ingest')) {
        refuseSourceRoutes(target, sources, roles);
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
    ...(roles.includes('api') ? {} : { refusal: () => roleMissing('The console and its API', 'api', roles) }),
  });
}

/**
 * Begins what the roles of this process do: queued work, the pipeline, the long work of the domains. The pipeline is the
 * server's own and not a domain's, because it hands events from one domain to the next.
 */
async function startRoles({ config: { roles }, logger, platform, metrics }: Start, opened: Opened) {
  const { jobs, jobDefinitions, works } = platform;
  await jobs.work([
    ...(roles.includes('alert') ? jobDefinitions.alert : []),
    ...(roles.includes('jobs') ? jobDefinitions.jobs : []),
  ]);
  if (roles.includes('detect')) opened.detect = await startDetect(platform, metrics, logger);
  opened.stopWork = await startLongWork(works, roles, logger);
}

/** A rule that hangs must not keep the process: its batch stays in the spool and is judged after the next start. */
async function stopPipeline(detect: DetectRole | undefined, platform: Platform | undefined): Promise<void> {
  if (detect === undefined) return;
  const stopped = detect.stop();
  if (await isOverWithin(stopped, pipelineGraceMs)) return;
  await platform?.detect.close();
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
