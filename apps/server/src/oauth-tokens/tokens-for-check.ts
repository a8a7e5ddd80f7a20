import { type HttpClient, invalidInput } from '@margay/kit';
import { askForToken, type TokenGrant, type TokenSource } from '@margay/oauth';
import type { AccessTokens } from './access-tokens.ts';
import { ownerOfSource } from './token-owner.ts';

/**
 * Tokens for trying settings that are not saved: nothing is kept. A refresh token may be good for one use, so it is never
 * sent; the token that a saved source has with the same settings is tried, or else `AccessTokenNotTried` is thrown.
 */
export function tokensForCheck(
  deps: { kept: AccessTokens['kept']; http: HttpClient; clock: () => Date },
  { sourceId, grant }: { sourceId: string | undefined; grant: TokenGrant },
): TokenSource {
  const ask = async (signal: AbortSignal | undefined) => {
    if (grant.grant === 'refreshToken') throw notTried();
    return { accessToken: (await askForToken(grant, { ...deps, signal })).accessToken, isNew: true };
  };
  return {
    async current(signal) {
      // Others cost nothing to ask for, and what was typed is what is to be tried.
      const isKept = grant.grant === 'refreshToken' && sourceId !== undefined;
      const accessToken = isKept ? await deps.kept(ownerOfSource(sourceId), grant) : undefined;
      return accessToken === undefined ? ask(signal) : { accessToken, isNew: false };
    },
    renewed: (_refused, signal) => ask(signal),
  };
}

const notTried = () =>
  invalidInput(
    'A refresh token may be good for one use only, so it is not tried before it is saved. Save the source: its health says within a minute whether access tokens come and the other system answers.',
    { code: 'AccessTokenNotTried', details: { field: 'refreshToken' } },
  );
