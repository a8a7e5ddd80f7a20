import { Hono, type Context } from 'hono';
import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { bind, closeServer } from './api/listen.ts';
import type { Platform } from './wire.ts';

/** Figures of the process for Prometheus. Labels come from small fixed sets only. */
export interface Metrics {
  /** Entries by what became of them. */
  entries: Counter<'outcome'>;
  /** Events whose own time the lake cannot hold. */
  replacedTimes: Counter;
  /** Requests of senders to HTTP log sources, by status of the reply. */
  requests: Counter<'status'>;
  /** What rules said. */
  findings: Counter<'kind'>;
  /** Groups of batches that failed again and again and are tried once more later. */
  stuckGroups: Gauge;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(platform: Pick<Platform, 'buffer' | 'detect' | 'services'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'margay_' });
  const entries = new Counter({
    name: 'margay_entries_total',
    help: 'Log entries handled, by outcome: stored or failed.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const replacedTimes = new Counter({
    name: 'margay_event_times_replaced_total',
    help: 'Events stored under their time of parsing, because their own lies outside 1900 to 2262.',
    registers: [registry],
  });
  const requests = new Counter({
    name: 'margay_intake_requests_total',
    help: 'Requests of senders to HTTP log sources, by status of the reply.',
    labelNames: ['status'] as const,
    registers: [registry],
  });
  const findings = new Counter({
    name: 'margay_findings_total',
    help: 'What detections said: match or error.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const stuckGroups = new Gauge({
    name: 'margay_stuck_groups',
    help: 'Groups of batches that failed again and again and are tried once more later.',
    registers: [registry],
  });
  new Gauge({
    name: 'margay_spool_segments',
    help: 'Accepted batches waiting.',
    registers: [registry],
    collect() {
      this.set(platform.buffer.stats().segments);
    },
  });
  new Gauge({
    name: 'margay_spool_bytes',
    help: 'Stored bytes of accepted batches waiting.',
    registers: [registry],
    collect() {
      this.set(platform.buffer.stats().storedBytes);
    },
  });
  new Gauge({
    name: 'margay_spool_set_aside',
    help: 'Damaged or indigestible batches set apart.',
    registers: [registry],
    collect() {
      this.set(platform.buffer.stats().setAside);
    },
  });
  new Gauge({
    name: 'margay_detect_restarts',
    help: 'How often the Python process had to be started again.',
    registers: [registry],
    collect() {
      this.set(platform.detect.status().restarts);
    },
  });
  new Gauge({
    name: 'margay_password_checks',
    help: 'Passwords checked since the start; sign-ins refused without a check are not counted.',
    registers: [registry],
    collect() {
      this.set(platform.services.sessions.passwordCheckCount());
    },
  });
  return {
    entries,
    requests,
    replacedTimes,
    findings,
    stuckGroups,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Figures without a token, on a port of its own that only this machine reaches. */
export async function listenForMetrics(
  metrics: Metrics,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const app = new Hono().get('/metrics', (c) => answerMetrics(c, metrics));
  const { server, port: taken } = await bind(app.fetch, { host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${taken}/metrics`, close: () => closeServer(server, 1000) };
}

export async function answerMetrics(c: Context, metrics: Metrics): Promise<Response> {
  return c.text(await metrics.text(), 200, { 'content-type': metrics.contentType });
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * True for the token's holder; where no token is set, for nobody. An address proves nothing here: whatever comes through
 * a reverse proxy on this machine comes from this machine.
 */
export function mayReadMetrics(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return false;
  return timingSafeEqual(digestOf(authorization ?? ''), digestOf(`Bearer ${token}`));
}
