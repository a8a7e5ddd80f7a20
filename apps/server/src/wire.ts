import { createSecretBox, type SecretBox } from '@margay/auth';
import type { Logger } from '@margay/kit';
import { openJobs, type JobDefinition, type Jobs } from '@margay/jobs';
import { migrate, openStore, type Store } from '@margay/store';
import type { Config } from './config.ts';
import { createAuditLog } from './domains/audit-log/service.ts';
import { createOrganizationService } from './domains/organization/service.ts';
import { createRolesService } from './domains/roles/service.ts';
import { createSessionsService } from './domains/sessions/service.ts';
import { createUsersService } from './domains/users/service.ts';
import { migrations } from './migrations/index.ts';
import { readSecretKey } from './secret-key.ts';
import type { Services } from './services.ts';

/** The engines and services of one process. */
export interface Platform {
  store: Store;
  jobs: Jobs;
  secrets: SecretBox;
  services: Services;
  /** Background work of the domains, started by the jobs role. */
  jobDefinitions: JobDefinition<never>[];
  isReady(): Promise<{ ready: boolean; parts: Record<string, boolean> }>;
  close(): Promise<void>;
}

/** The composition root: builds engines and domains and hands each what it needs. Nothing else creates them. */
export async function wire(
  config: Config,
  logger: Logger,
  clock: () => Date = () => new Date(),
): Promise<Platform> {
  const secrets = createSecretBox(await readSecretKey(config.dataDir, config.secretKey));
  const store = await openStore({ url: config.databaseUrl, dataDir: config.dataDir });
  await migrate(store, migrations);
  const jobs = await openJobs({ store, logger: logger.child({ stage: 'jobs' }) });

  const audit = createAuditLog({ sql: store, logger });
  const organization = createOrganizationService({ store, audit });
  const roles = createRolesService({ store });
  const users = createUsersService({ store, roles, audit });
  const sessions = createSessionsService({
    store,
    users,
    roles,
    audit,
    clock,
    key: secrets.deriveKey('sessions'),
  });
  const services: Services = { audit, organization, roles, sessions, users };

  await roles.ensurePredefined();
  if (config.admin !== undefined && (await users.isEmpty())) {
    await users.createFirstAdministrator({
      ...config.admin,
      givenName: 'First',
      familyName: 'Administrator',
    });
  }

  const answers = async (work: () => Promise<unknown>) =>
    work().then(
      () => true,
      () => false,
    );
  return {
    store,
    jobs,
    secrets,
    services,
    jobDefinitions: [],
    async isReady() {
      const parts = { state: await answers(() => store.query('select 1')) };
      return { ready: Object.values(parts).every(Boolean), parts };
    },
    async close() {
      await jobs.stop();
      await store.close();
    },
  };
}
