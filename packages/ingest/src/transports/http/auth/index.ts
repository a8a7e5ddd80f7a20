import { basic } from './basic.ts';
import { bearer } from './bearer.ts';
import { hmac } from './hmac.ts';
import { none } from './none.ts';
import { sharedSecret } from './shared-secret.ts';

/** Every kind of authentication an HTTP source can ask for, by file name. One more costs its file and its line here. */
export const httpAuths = [basic, bearer, hmac, none, sharedSecret] as const;
