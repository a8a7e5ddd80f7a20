import type { HostCalls } from '@margay/detect';
import { internalError } from '@margay/kit';

/** What rules may ask for. The engine is there before the domains that answer. */
export interface OfferedCalls {
  calls: HostCalls;
  /** Answers these calls from now on. Throws for one that is answered already. */
  offer(calls: Partial<HostCalls>): void;
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
    offer(calls) {
      const [taken] = Object.keys(calls).filter((name) => name in offered);
      if (taken !== undefined) throw internalError(`"${taken}" of rules is answered already.`);
      Object.assign(offered, calls);
    },
  };
}
