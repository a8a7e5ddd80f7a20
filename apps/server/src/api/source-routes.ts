import {
  createHttpIntake,
  defaultHttpIntakeLimits,
  HttpSettings,
  type HttpSource,
  type IntakeOutcome,
} from '@margay/ingest';
import type { Logger } from '@margay/kit';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { LogSourcesService } from '../domains/log-sources/service.ts';
import type { Engines } from '../engines.ts';
import { callerOf, type ApiEnv } from './http-parts.ts';

export interface SourceRouteDeps {
  buffer: Engines['buffer'];
  sources: LogSourcesService;
  clock: () => Date;
  logger: Logger;
  maxBatchBytes: number;
  /** What became of each request. */
  onOutcome(outcome: IntakeOutcome): void;
}

/** OpenTelemetry exporters add the path of the signal to the address they are given. */
const paths = ['/http/:id', '/http/:id/', '/http/:id/v1/:signal{logs|metrics|traces}'];

/**
 * `POST /http/{sourceId}`: where senders bring their logs; GET and HEAD tell a sender that probes first whether the
 * address is there. Each source brings its own authentication.
 */
export function mountSourceRoutes(app: Hono<ApiEnv>, deps: SourceRouteDeps): void {
  const receive = createHttpIntake(
    { append: deps.buffer.append, now: deps.clock, logger: deps.logger, onOutcome: deps.onOutcome },
    {
      ...defaultHttpIntakeLimits,
      maxBodyBytes: Math.min(64 * 1024 ** 2, deps.maxBatchBytes),
      maxPlainBytes: deps.maxBatchBytes,
    },
  );

  async function httpSource(id: string): Promise<HttpSource | undefined> {
    const opened = await deps.sources.open(id);
    if (opened === undefined || opened.source.ingestionType !== 'HTTP') return undefined;
    const { source } = opened;
    return {
      id,
      format: { type: source.streamType, ...source.streamOptions },
      settings: HttpSettings.parse(opened.settings),
    };
  }

  const answer = async (c: Context<ApiEnv>): Promise<Response> => {
    const reply = await receive(
      {
        method: c.req.method,
        header: (name) => c.req.header(name),
        body: c.req.raw.body,
        remoteAddress: callerOf(c).ip,
      },
      await httpSource(c.req.param('id') ?? ''),
    );
    for (const [name, value] of Object.entries(reply.headers)) c.header(name, value);
    return c.body(reply.body, reply.status as ContentfulStatusCode);
  };
  for (const path of paths) app.all(path, answer);
}
