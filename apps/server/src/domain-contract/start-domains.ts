import type { JobDefinition } from '@margay/jobs';
import { internalError, messageOf, type Logger } from '@margay/kit';
import type { OfferedCalls } from '../engines/host-calls.ts';
import type { Services } from '../services.ts';
import type { Created, Domain, Ground, JobRole } from './define-domain.ts';
import type { NamedWork } from './long-work.ts';

export interface StartedDomains {
  services: Services;
  /** Queued work by the role that does it. */
  jobs: Record<JobRole, JobDefinition<never>[]>;
  /** See `startLongWork`. */
  works: NamedWork[];
  /** What has to be in the store before anything is served, in the order of the domains. */
  seed(): Promise<void>;
  /** Ends at once what requests wait for. */
  interrupt(): void;
  /** In the opposite order of their start. A domain that fails to end is told; the others end. */
  close(): Promise<void>;
}

/**
 * Creates the domains in their order. Throws, naming the domain, when a service it needs comes later or from nowhere, or
 * when it makes one that stands already, or answers what rules ask for where another one does.
 */
export async function startDomains(
  domains: readonly Domain[],
  ground: Ground,
  offer: OfferedCalls['offer'],
): Promise<StartedDomains> {
  const services: Partial<Services> = {};
  const standing: { domain: Domain; created: Created }[] = [];
  for (const domain of domains) {
    const needed = neededBy(domain, services);
    const created = (await domain.create?.({ ...ground, ...needed })) ?? {};
    addServices(domain, created, services);
    if (created.hostCalls !== undefined) offer(created.hostCalls, domain.name);
    standing.push({ domain, created });
  }
  const jobsOf = (role: JobRole) =>
    standing.flatMap(({ domain, created }) => (domain.jobRole === role ? (created.jobs ?? []) : []));
  return {
    services: services as Services, // resolvers of a domain that is not registered are not there either
    jobs: { alert: jobsOf('alert'), jobs: jobsOf('jobs') },
    works: standing.flatMap(({ domain, created }) =>
      (created.runs ?? []).map((work) => ({ ...work, domain: domain.name })),
    ),
    async seed() {
      for (const { created } of standing) await created.seed?.();
    },
    interrupt() {
      for (const { created } of standing) created.interrupt?.();
    },
    async close() {
      for (const { domain, created } of standing.toReversed()) await closeOne(domain, created, ground.logger);
    },
  };
}

function neededBy(domain: Domain, services: Partial<Services>): Services {
  const missing = domain.needs.filter((name) => services[name] === undefined);
  if (missing.length > 0)
    throw internalError(
      `The domain ${domain.name} needs ${missing.join(', ')}, which nothing makes before it. Put it after the domain that does in domains/registry.ts.`,
    );
  return Object.fromEntries(domain.needs.map((name) => [name, services[name]])) as unknown as Services; // those it named
}

function addServices(domain: Domain, created: Created, services: Partial<Services>): void {
  for (const name of Object.keys(created.services ?? {})) {
    if (name in services)
      throw internalError(
        `The domain ${domain.name} makes the service ${name}, which stands already. Give it another name.`,
      );
  }
  Object.assign(services, created.services);
}

async function closeOne(domain: Domain, created: Created, logger: Logger): Promise<void> {
  try {
    await created.close?.();
  } catch (error) {
    logger.error({ domain: domain.name, error: messageOf(error) }, 'a domain did not end in order');
  }
}
