/**
 * How the product speaks HTTP to the outside world. Connectors and destinations take an `HttpClient` as a
 * parameter; the one that guards against private addresses is made by `createHttpClient` of `@margay/kit/node`.
 */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface HttpRequest {
  method: HttpMethod;
  /** Absolute, `http` or `https`, without user name and password. */
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Total time for name look-up, connecting, sending and the whole reply. */
  timeoutMs?: number;
  /** Ends the request early, for instance on shutdown. */
  signal?: AbortSignal;
}

/** Any reply is a value, whatever its status; only a failed exchange throws. */
export interface HttpReply {
  status: number;
  /** Names in lower case; repeated headers joined with `, `. */
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface HttpClient {
  /**
   * Throws `MargayError`: `invalid-input` (code `OutgoingRequestRefused`) when the address is not one this
   * installation may speak to, `upstream` when the exchange failed (`UpstreamTimeout`, `UpstreamReplyTooLarge`,
   * `UpstreamFailed`). Messages name the host, never the path, the headers or the body.
   */
  request(request: HttpRequest): Promise<HttpReply>;
}

const decoder = new TextDecoder();

export function replyText(reply: Pick<HttpReply, 'body'>): string {
  return decoder.decode(reply.body);
}

/** Small enough to be parsed where it is. */
const mostJsonBytes = 1024 ** 2;
const mostJsonDepth = 64;

/**
 * The body of a short reply as JSON, or undefined when it is not JSON, longer than 1 MiB or deeper than 64 levels. The
 * caller parses it with a schema. Records of other systems are read by the `ReplyReader` of `@margay/ingest`.
 */
export function replyJson(reply: Pick<HttpReply, 'body'>): unknown {
  if (reply.body.byteLength > mostJsonBytes) return undefined;
  const text = replyText(reply);
  if (isDeeper(text, mostJsonDepth)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeper(json: string, mostLevels: number): boolean {
  let level = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (isInString) {
      if (sign === '\\') at++;
      else isInString = sign !== '"';
    } else if (sign === '"') isInString = true;
    else if (sign === '[' || sign === '{') level++;
    else if (sign === ']' || sign === '}') level--;
    if (level > mostLevels) return true;
  }
  return false;
}
