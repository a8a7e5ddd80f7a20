import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import {
  kindFor,
  type EventBuffer,
  type Puller,
  type ReplyReader,
  type SourceDefinition,
} from '@margay/ingest';
import { type HttpClient, MargayError, messageOf } from '@margay/kit';
import { authorizedClient } from '@margay/oauth';
import type { Store } from '@margay/store';
import type { AccessTokens } from '../../../oauth-tokens/access-tokens.ts';
import { ownerOfSource } from '../../../oauth-tokens/token-owner.ts';
import type { LogSourcesService, OpenedSource } from '../service.ts';
import { backOffMs } from './back-off.ts';
import {
  finishPage,
  keepPending,
  type PendingPage,
  type PullClaim,
  PullLost,
  releaseFailed,
  releasePull,
  restart,
} from './store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A source with more than this is asked again at once, after others had their turn. */
const mostPages = 100;
/** Codes of what a person has to mend. */
const forPeople = new Set([
  'PullNeedsAttention',
  'OutgoingRequestRefused',
  'AccessTokenRefused',
  'UpstreamReplyTooLarge',
  'TextTooComplex',
]);
/** Until a source that is not there any more is looked for again. */
const goneMs = 60_000;

export interface PullSourceDeps {
  store: Store;
  buffer: Pick<EventBuffer, 'append'>;
  sources: Pick<LogSourcesService, 'open'>;
  definitions: readonly SourceDefinition[];
  http: HttpClient;
  replies: ReplyReader;
  tokens: Pick<AccessTokens, 'of'>;
  clock: () => Date;
}

/** The event buffer cannot take the page now; the source is not to blame. */
class BufferRefused extends Error {
  readonly afterMs: number;
  constructor(cause: MargayError, retryAfterSeconds: number) {
    super(cause.message, { cause });
    this.afterMs = retryAfterSeconds * 1000;
  }
}

/**
 * Brings what is new of a claimed source into the event buffer, page by page. Each page is written down before it is
 * appended, under a name of its own, and the cursor moves after: a page that was under way when a process died is
 * appended again as it was, and the buffer knows it. Throws `PullLost` where another process took the source over.
 */
export async function pullSource(deps: PullSourceDeps, claim: PullClaim, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  let { failures } = claim;
  const onPage = () => {
    failures = 0;
  };
  try {
    const afterMs = await pullPages(deps, claim, { signal, onPage });
    await releasePull(store, claim, new Date(clock().getTime() + afterMs));
  } catch (error) {
    const now = clock();
    if (signal.aborted) return releasePull(store, claim, now);
    if (error instanceof BufferRefused)
      return releasePull(store, claim, new Date(now.getTime() + error.afterMs));
    if (error instanceof PullLost) throw error;
    const { code, retryAfterSeconds } = error instanceof MargayError ? error : {};
    const needsAttention = code !== undefined && forPeople.has(code);
    const waitMs = backOffMs(failures + 1, { needsAttention, retryAfterSeconds });
    await releaseFailed(
      store,
      claim,
      { message: messageOf(error), needsAttention, nextAttemptAt: new Date(now.getTime() + waitMs) },
      now,
    );
  }
}

/** Gives the milliseconds until the source is asked again. `onPage` hears of each page that is done. */
async function pullPages(
  deps: PullSourceDeps,
  first: PullClaim,
  { signal, onPage }: { signal: AbortSignal; onPage: () => void },
): Promise<number> {
  const { store, clock } = deps;
  let claim = first;
  for (let pages = 0; pages < mostPages; pages++) {
    // Opened for each page: settings may have changed.
    const opened = await deps.sources.open(claim.sourceId);
    const puller = opened && pullerOf(deps.definitions, opened.source);
    if (opened === undefined || puller === undefined) return goneMs;
    if (claim.pending !== null)
      claim = await deliver(deps, opened, claim, {
        ...claim.pending,
        body: await decompress(claim.pending.body),
      });
    const scope = puller.scopeOf(opened.settings);
    if (scope !== claim.scope) {
      await restart(store, claim, scope);
      claim = { ...claim, scope, cursor: null };
    }
    signal.throwIfAborted();
    const cursor: unknown = claim.cursor === null ? null : JSON.parse(claim.cursor);
    const http = clientFor(deps, puller, opened);
    const page = await puller.pull(opened.settings, cursor, {
      http,
      replies: deps.replies,
      now: clock(),
      signal,
    });
    const found = { cursor: JSON.stringify(page.cursor), recordCount: page.recordCount };
    if (page.recordCount === 0) {
      await finishPage(store, claim, found, clock());
      claim = { ...claim, cursor: found.cursor, page: claim.page + 1 };
    } else {
      await keepPending(store, claim, { ...found, body: await compress(page.body) });
      claim = await deliver(deps, opened, claim, { ...found, body: page.body });
    }
    onPage();
    if (!page.hasMore) return puller.intervalSeconds(opened.settings) * 1000;
  }
  return 0;
}

/** What the puller asks with: where it wants access, with the tokens of its source. */
function clientFor({ http, tokens }: PullSourceDeps, puller: Puller, opened: OpenedSource): HttpClient {
  const access = puller.access(opened.settings);
  if (access === undefined) return http;
  const { address, grant } = access;
  return authorizedClient(http, { address, tokens: tokens.of(ownerOfSource(opened.source.id), grant) });
}

/** Undefined for a source that is sent to. */
export function pullerOf(
  definitions: readonly SourceDefinition[],
  source: { ingestionType: string; providerId: string },
): Puller | undefined {
  const transport = kindFor(definitions, source)?.transport;
  return transport?.kind === 'pull' ? transport : undefined;
}

/** The page, its body as it is, into the buffer; then the cursor behind it. */
async function deliver(
  { store, buffer, clock }: PullSourceDeps,
  { source }: OpenedSource,
  claim: PullClaim,
  page: PendingPage,
): Promise<PullClaim> {
  try {
    await buffer.append(
      {
        sourceId: source.id,
        receivedAt: clock(),
        format: { type: source.streamType, ...source.streamOptions },
        contentType: 'application/x-ndjson',
        idempotencyKey: `page ${claim.page}`,
      },
      page.body,
    );
  } catch (error) {
    // With a time to try again the buffer is short of room or out of reach; without one it has no use for this page.
    const after = error instanceof MargayError ? error.retryAfterSeconds : undefined;
    throw after === undefined ? error : new BufferRefused(error as MargayError, after);
  }
  await finishPage(store, claim, page, clock());
  return { ...claim, pending: null, cursor: page.cursor, page: claim.page + 1 };
}
