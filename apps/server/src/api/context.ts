import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';

/** What every resolver and REST handler is given. */
export interface RequestContext {
  actor: Actor | null;
  services: Services;
  /** Aborted once the caller has gone away; work that nobody else will look at ends with it. */
  signal?: AbortSignal;
}

/** The actor of a request whose rule already demanded one. */
export function actorOf({ actor }: Pick<RequestContext, 'actor'>): Actor {
  if (actor === null)
    throw new Error('a field or route without a rule for signed-in callers asked for the actor');
  return actor;
}
