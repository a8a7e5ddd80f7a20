import { createHttpIntake, defaultHttpIntakeLimits, HttpSettings, type HttpSource } from '@margay/ingest';
import type { Logger } from '@margay/kit';
import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { LogSourcesService } from '../domains/log-sources/service.ts';
import type { Engines } from '../wire.ts';
import { callerOf, type ApiEnv } from './http-parts.ts';

export interface SourceRouteDeps {
  buffer: Engines['buffer'];
  sources: LogSourcesService;
  clock: () => Date;
  logger: Logger;
  maxBatchBytes: number;
}

/** `POST /http/{sourceId}`: where senders bring their logs. Each source brings its own authentication. */
export function mountSourceRoutes(app: Hono<ApiEnv>, deps: SourceRouteDeps): void {
  const receive = createHttpIntake(
    { append: deps.buffer.append, now: deps.clock, logger: deps.logger },
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

  app.all('/http/:id', async (c) => {
    const reply = await receive(
      {
        method: c.req.method,
        header: (name) => c.req.header(name),
        body: c.req.raw.body,
        remoteAddress: callerOf(c).ip,
      },
      await httpSource(c.req.param('id')),
    );
    for (const [name, value] of Object.entries(reply.headers)) c.header(name, value);
    return c.body(reply.body, reply.status as ContentfulStatusCode);
  });
}
