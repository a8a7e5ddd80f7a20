import type { User } from '../../users/index.ts';
import type { Provider } from '../store.ts';

/** Somebody who proved who they are, whatever the way. What is asked of them before they are in is decided after it. */
export interface Identity {
  user: User;
  provider: Provider;
  /** True where ours has nothing to add: the way here had a second factor of its own, or stands above it. */
  isFactorProved: boolean;
  /** When the session ends in any case. */
  until?: Date;
}

/** A way to prove who one is. */
export interface IdentityProvider<Proof> {
  /** Who gave this proof. Throws `unauthenticated` in the same words whatever was wrong, and `limit` after many failures. */
  identify(proof: Proof): Promise<Identity>;
}
