import type { HttpClient } from '@margay/kit';

/** Where the access tokens of one owner come from. */
export interface TokenSource {
  /** One that is thought to be good. `isNew`: it was asked for just now. */
  current(signal?: AbortSignal): Promise<{ accessToken: string; isNew: boolean }>;
  /** Another one than that which was refused. */
  renewed(refused: string, signal?: AbortSignal): Promise<{ accessToken: string }>;
}

/**
 * A client whose requests to the server of `address` carry an access token; requests to all others go as they are. When
 * that server answers 401 to a token that was kept, the request is sent once more, with a new one.
 */
export function authorizedClient(
  http: HttpClient,
  { address, tokens }: { address: string; tokens: TokenSource },
): HttpClient {
  const { origin } = new URL(address);
  return {
    async request(request) {
      if (!URL.canParse(request.url) || new URL(request.url).origin !== origin) return http.request(request);
      const send = ({ accessToken }: { accessToken: string }) =>
        http.request({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${accessToken}` },
        });
      const first = await tokens.current(request.signal);
      const reply = await send(first);
      if (reply.status !== 401 || first.isNew) return reply;
      return send(await tokens.renewed(first.accessToken, request.signal));
    },
  };
}
