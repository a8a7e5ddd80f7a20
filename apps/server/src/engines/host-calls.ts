import type { HostCalls } from '@margay/detect';
import { internalError } from '@margay/kit';

/** What rules may ask for. The engine is there before the domains that answer. */
export interface OfferedCalls {
  calls: HostCalls;
  /** From now on the domain answers these calls. Throws for one that is answered already. */
  offer(calls: Partial<HostCalls>, domain: string): void;
}

export function createOfferedCalls(): OfferedCalls {
  const offered: Partial<HostCalls> = {};

  function answering<Name extends keyof HostCalls>(name: Name): HostCalls[Name] {
    const call = offered[name];
    if (call === undefined) throw internalError(`No domain answers "${name}", which a rule asks for.`);
    return call;
  }

  return {
    calls: {
      get cache() {
        return answering('cache');
      },
      lookup: async (...asked) => answering('lookup')(...asked),
      resource: async (...asked) => answering('resource')(...asked),
    },
    offer(calls, domain) {
      const taken = Object.keys(calls).find((name) => name in offered);
      if (taken !== undefined)
        throw internalError(
          `The domain ${domain} answers "${taken}" of rules, which is answered already. One domain answers it.`,
        );
      Object.assign(offered, calls);
    },
  };
}
