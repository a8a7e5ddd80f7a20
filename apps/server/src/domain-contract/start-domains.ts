import { internalError } from '@margay/kit';
import type { JobDefinition } from '@margay/jobs';
import type { Services } from '../services.ts';
import type { Domain, Ground } from './define-domain.ts';

export interface StartedDomains {
  services: Services;
  jobs: JobDefinition<never>[];
  /** In the opposite order of their start. */
  close(): Promise<void>;
}

/**
 * Creates the domains in their order. `services` are those that stand already. Throws, naming the domain, when a service
 * it needs comes later or from nowhere, or when it makes one that stands already.
 */
export async function startDomains(
  domains: readonly Domain[],
  ground: Ground,
  standing: Partial<Services>,
): Promise<StartedDomains> {
  const services = { ...standing };
  const jobs: JobDefinition<never>[] = [];
  const closers: (() => Promise<void>)[] = [];
  for (const domain of domains) {
    const missing = domain.needs.filter((name) => services[name] === undefined);
    if (missing.length > 0) {
      throw internalError(
        `The domain ${domain.name} needs ${missing.join(', ')}, which nothing makes before it. Put it after the domain that does in domains/registry.ts.`,
      );
    }
    const given = Object.fromEntries(
      domain.needs.map((name) => [name, services[name]]),
    ) as unknown as Services;
    const created = await domain.create?.({ ...ground, ...given });
    for (const name of Object.keys(created?.services ?? {})) {
      if (name in services)
        throw internalError(
          `The domain ${domain.name} makes the service ${name}, which stands already. Give it another name.`,
        );
    }
    Object.assign(services, created?.services);
    jobs.push(...(created?.jobs ?? []));
    const close = created?.close;
    if (close !== undefined) closers.unshift(() => close());
  }
  return {
    services: services as Services, // resolvers of a domain that is not registered are not there either
    jobs,
    async close() {
      for (const close of closers) await close();
    },
  };
}
