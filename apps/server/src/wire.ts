import { createSecretBox, type SecretBox } from '@margay/auth';
import type { JobDefinition } from '@margay/jobs';
import { messageOf, type Logger } from '@margay/kit';
import { createHostGuard, createHttpClient } from '@margay/kit/node';
import { createMailSender } from '@margay/mail';
import { openObjects, type ObjectStore } from '@margay/objects';
import { inTurn, openChanges } from '@margay/store';
import type { Config } from './config.ts';
import { secureDataFolder } from './data-folder/secure-folder.ts';
import type { Domain, Ground, JobRole } from './domain-contract/define-domain.ts';
import { startDomains, type StartedDomains } from './domain-contract/start-domains.ts';
import { registry } from './domains/registry.ts';
import { endInTurn, undoStart } from './ending.ts';
import type { Engines } from './engines/engines.ts';
import { createOfferedCalls } from './engines/host-calls.ts';
import { lakeTables, openEngines } from './engines/open-engines.ts';
import { createSignalFeed, trimFeedJob, type SignalFeed } from './findings/index.ts';
import { createAccessTokens } from './oauth-tokens/access-tokens.ts';
import { createOutgoingReach } from './outgoing-reach.ts';
import { joinProcesses, type Membership } from './processes/join-processes.ts';
import { readSecretKey } from './secret-key.ts';
import type { Services } from './services.ts';
import { createTextReader } from './typed-text/reader.ts';

/** The engines and services of one process. */
export interface Platform extends Engines, Pick<StartedDomains, 'interrupt' | 'works'> {
  secrets: SecretBox;
  services: Services;
  clock: () => Date;
  signals: SignalFeed;
  /** Of this process among those that share the state store; new with every start. */
  processId: string;
  /** Resolves once this process works by what was changed before the call, in whatever process. */
  catchUpWithChanges(): Promise<void>;
  /** Background work by the role that does it. */
  jobDefinitions: Record<JobRole, JobDefinition<never>[]>;
  isReady(): Promise<{ ready: boolean; parts: Record<string, boolean> }>;
  close(): Promise<void>;
}

/** What one process has opened so far. */
interface Opened {
  objects?: ObjectStore;
  engines?: Engines;
  membership?: Membership;
  ground?: Ground;
  started?: StartedDomains;
}

/**
 * The composition root: opens the engines, makes what every domain may build on, and lets the domains make themselves.
 * Nothing else creates them. Where one of them fails, what was opened before it is closed again.
 */
export async function wire(
  config: Config,
  logger: Logger,
  clock: () => Date = () => new Date(),
  domains: readonly Domain[] = registry,
): Promise<Platform> {
  const opened: Opened = {};
  try {
    return await openPlatform(opened, { config, logger, clock, domains });
  } catch (error) {
    await undoStart(logger, () => closeAll(opened));
    throw error;
  }
}

async function openPlatform(
  opened: Opened,
  given: Pick<Ground, 'config' | 'logger' | 'clock'> & { domains: readonly Domain[] },
): Promise<Platform> {
  const { config, logger, clock, domains } = given;
  await secureDataFolder(config.dataDir, logger);
  const secrets = createSecretBox(await readSecretKey(config.dataDir, config.secretKey, logger));
  const objects = (opened.objects = await openObjects(config.objects));
  const { calls: hostCalls, offer } = createOfferedCalls();
  const engines = (opened.engines = await openEngines({ config, logger, domains, secrets, hostCalls }));
  const membership = (opened.membership = await joinProcesses({
    store: engines.store,
    roles: config.roles,
    logger: logger.child({ stage: 'processes' }),
  }));
  const ground = (opened.ground = await layGround({
    ...engines,
    config,
    secrets,
    clock,
    logger,
    hostCalls,
    objects,
    processId: membership.id,
  }));
  const started = (opened.started = await startDomains(domains, ground, offer));
  await inTurn(engines.store, started.seed);
  const { services, jobs, works, interrupt } = started;
  const { signals, processId } = ground;
  return {
    ...engines,
    secrets,
    services,
    clock,
    signals,
    processId,
    catchUpWithChanges: () => catchUp(ground),
    jobDefinitions: { alert: jobs.alert, jobs: [...jobs.jobs, trimFeedJob({ signals, clock })] },
    works,
    interrupt,
    isReady: () => readinessOf(engines),
    close: () => closeAll(opened),
  };
}

type GivenGround = Engines &
  Pick<Ground, 'config' | 'secrets' | 'clock' | 'logger' | 'hostCalls' | 'objects' | 'processId'>;

/** Adds what several domains build on. */
async function layGround(given: GivenGround): Promise<Ground> {
  const { store, lake, config, secrets, clock, logger, processId } = given;
  const changes = await openChanges({ store, logger: logger.child({ stage: 'changes' }) });
  // Tables that another process made in the lake they share.
  if (config.clickhouseUrl !== undefined) changes.follow(lakeTables, lake.refresh);
  const reach = createOutgoingReach(config.allowPrivateDestinations);
  const http = createHttpClient({
    allowPrivate: reach.now,
    timeoutMs: 30_000,
    maxResponseBytes: 1_000_000,
    userAgent: 'Margay',
  });
  const guard = createHostGuard({ allowPrivate: reach.now });
  return {
    ...given,
    changes,
    reach,
    http,
    mailSender: createMailSender({ guard, timeoutMs: 30_000 }),
    texts: createTextReader(),
    tokens: createAccessTokens({ store, secrets, http, clock, processId }),
    signals: createSignalFeed({ store, retention: config.signalFeed }),
    consoleUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
  };
}

async function catchUp(ground: Pick<Ground, 'store' | 'changes' | 'logger'>): Promise<void> {
  // Where there is one process, a change is answered when this process has followed it.
  if (ground.store.engine === 'pglite') return;
  // A change that cannot be followed is told and tried again elsewhere; the rest goes on by what was before it.
  await ground.changes.settle().catch((error: unknown) => {
    ground.logger.warn(
      { error: messageOf(error) },
      'a change could not be followed before events were judged',
    );
  });
}

async function readinessOf({ store, lake, detect }: Engines) {
  const answers = async (work: () => Promise<unknown>) =>
    work().then(
      () => true,
      () => false,
    );
  const [state, lakeAnswers] = await Promise.all([
    answers(() => store.query('select 1')),
    answers(() => lake.ping()),
  ]);
  const parts = { state, lake: lakeAnswers, detections: detect.status().state === 'running' };
  return { ready: Object.values(parts).every(Boolean), parts };
}

/** Texts end before the domains: one that is being read must not hold up its domain's end. */
async function closeAll({ objects, engines, membership, ground, started }: Opened): Promise<void> {
  await endInTurn([
    () => started?.interrupt(),
    () => ground?.changes.close(),
    () => ground?.texts.close(),
    () => started?.close(),
    () => objects?.close(),
    () => engines?.jobs.stop(),
    () => engines?.detect.close(),
    () => engines?.buffer.close(),
    () => membership?.leave(),
    () => engines?.lake.close(),
    () => engines?.store.close(),
  ]);
}
