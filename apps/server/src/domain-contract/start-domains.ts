import type { JobDefinition } from '@margay/jobs';
import { internalError, MargayError, messageOf } from '@margay/kit';
import type { OfferedCalls } from '../engines/host-calls.ts';
import { endOfDomain } from '../ending.ts';
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
  /** In the opposite order of their start. A domain that fails to end, or does not in time, is told; the others end. */
  close(): Promise<void>;
}

/**
 * Creates the domains in their order. Throws, naming the domain, when it cannot be created, when two have one name, when a
 * service it needs comes later or from nowhere, or when it makes one that another made, or answers what rules ask for where
 * another one does. Those created before are closed then. `graceMs`: for each domain to close, by default eight seconds.
 */
export async function startDomains(
  domains: readonly Domain[],
  ground: Ground,
  offer: OfferedCalls['offer'],
  graceMs?: number,
): Promise<StartedDomains> {
  assertNamesDiffer(domains);
  const services: Partial<Services> = {};
  const standing: Standing[] = [];
  const interrupt = () => {
    for (const { created } of standing) created.interrupt?.();
  };
  const close = async () => {
    for (const { domain, created } of standing.toReversed())
      await endOfDomain(() => created.close?.(), ground.logger, { domain: domain.name }, 'a domain', graceMs);
  };
  try {
    for (const domain of domains) {
      const needed = neededBy(domain, services);
      const created = await createOne(domain, { ...ground, ...needed });
      standing.push({ domain, created });
      addServices(domain, created, services);
      if (created.hostCalls !== undefined) offer(created.hostCalls, domain.name);
    }
  } catch (error) {
    interrupt();
    await close();
    throw error;
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
      for (const { domain, created } of standing) await seedOne(domain, created);
    },
    interrupt,
    close,
  };
}

interface Standing {
  domain: Domain;
  created: Created;
}

function assertNamesDiffer(domains: readonly Domain[]): void {
  const names = domains.map(({ name }) => name);
  const again = names.find((name, at) => names.indexOf(name) < at);
  if (again === undefined) return;
  throw internalError(
    `Two domains are called ${again}. Take one out of domains/registry.ts, or give it another name.`,
  );
}

async function createOne(domain: Domain, given: Ground & Services): Promise<Created> {
  try {
    return (await domain.create?.(given)) ?? {};
  } catch (error) {
    throw withDomain(error, `The domain ${domain.name} could not be created`);
  }
}

async function seedOne(domain: Domain, created: Created): Promise<void> {
  try {
    await created.seed?.();
  } catch (error) {
    throw withDomain(error, `The domain ${domain.name} could not put into the store what has to be there`);
  }
}

/** The same kind of error, so that one a person can mend still reads and ends the start as such. */
function withDomain(error: unknown, what: string): MargayError {
  const message = `${what}: ${messageOf(error)}`;
  if (!(error instanceof MargayError)) return internalError(message, { cause: error });
  const { kind, code, status, details, retryAfterSeconds } = error;
  return new MargayError(kind, message, {
    code,
    status,
    cause: error,
    ...(details === undefined ? {} : { details }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

function neededBy(domain: Domain, services: Partial<Services>): Services {
  const missing = domain.needs.filter((name) => !Object.hasOwn(services, name));
  if (missing.length > 0)
    throw internalError(
      `The domain ${domain.name} needs ${missing.join(', ')}, which no domain before it makes. Put it after the one that does in domains/registry.ts; if there is none, add the service to what a domain's create returns.`,
    );
  return Object.fromEntries(domain.needs.map((name) => [name, services[name]])) as unknown as Services; // those it named
}

function addServices(domain: Domain, created: Created, services: Partial<Services>): void {
  for (const [name, service] of Object.entries(created.services ?? {})) {
    if (service === undefined)
      throw internalError(
        `The domain ${domain.name} says that it makes the service ${name}, but gives nothing for it. Give the service, or leave it out.`,
      );
    if (Object.hasOwn(services, name))
      throw internalError(
        `The domain ${domain.name} makes the service ${name}, which stands already. Give it another name.`,
      );
  }
  Object.assign(services, created.services);
}
