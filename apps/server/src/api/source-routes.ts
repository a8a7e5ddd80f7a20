import type { IntakeOutcome, PushSource, PushTransport, SourceDefinition } from '@margay/ingest';
import type { Logger } from '@margay/kit';
import type { StreamFormat, StreamType } from '@margay/model';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Role } from '../config.ts';
import type { Engines } from '../engines/engines.ts';
import { roleMissing } from '../roles/absent.ts';
import { callerOf, type ApiEnv } from './http-parts.ts';

/** What a transport needs to know of the log source that a sender names. */
interface OpenSource {
  source: { ingestionType: string; streamType: StreamType; streamOptions: Omit<StreamFormat, 'type'> };
  /** With their secrets. */
  settings: Record<string, unknown>;
}

export interface SourceRouteDeps {
  buffer: Pick<Engines['buffer'], 'append'>;
  definitions: readonly SourceDefinition[];
  sources: { open(id: string): Promise<OpenSource | undefined> };
  clock: () => Date;
  logger: Logger;
  maxBatchBytes: number;
  /** What became of each request. */
  onOutcome(outcome: IntakeOutcome): void;
}

/** Where senders bring their logs: the addresses of every push transport. Each source brings its own authentication. */
export function mountSourceRoutes(app: Hono<ApiEnv>, deps: SourceRouteDeps): void {
  for (const transport of pushTransports(deps.definitions)) mountTransport(app, transport, deps);
}

function pushTransports(definitions: readonly SourceDefinition[]): PushTransport[] {
  const ways = definitions.map(({ transport }) => transport);
  return [...new Set(ways)].filter((way) => way.kind === 'push');
}

/** Where this process takes nothing in: a sender is told so, and told to try again, by which it may reach another one. */
export function refuseSourceRoutes(
  app: Hono<ApiEnv>,
  definitions: readonly SourceDefinition[],
  roles: readonly Role[],
): void {
  for (const path of new Set(pushTransports(definitions).flatMap(({ paths }) => paths))) {
    app.all(path, () => {
      throw roleMissing('Taking events in', 'ingest', roles);
    });
  }
}

function mountTransport(app: Hono<ApiEnv>, transport: PushTransport, deps: SourceRouteDeps): void {
  const receive = transport.open(
    { append: deps.buffer.append, now: deps.clock, logger: deps.logger, onOutcome: deps.onOutcome },
    { maxBatchBytes: deps.maxBatchBytes },
  );
  const ingestionTypes = new Set(
    deps.definitions.filter((source) => source.transport === transport).map(({ id }) => id),
  );

  async function sourceAt(id: string): Promise<PushSource | undefined> {
    const opened = await deps.sources.open(id);
    if (opened === undefined || !ingestionTypes.has(opened.source.ingestionType)) return undefined;
    const { streamType, streamOptions } = opened.source;
    return { id, format: { type: streamType, ...streamOptions }, settings: opened.settings };
  }

  const answer = async (c: Context<ApiEnv>): Promise<Response> => {
    const reply = await receive(
      {
        method: c.req.method,
        header: (name) => c.req.header(name),
        body: c.req.raw.body,
        remoteAddress: callerOf(c).ip,
      },
      await sourceAt(c.req.param('id') ?? ''),
    );
    for (const [name, value] of Object.entries(reply.headers)) c.header(name, value);
    return c.body(reply.body, reply.status as ContentfulStatusCode);
  };
  for (const path of transport.paths) app.all(path, answer);
}
