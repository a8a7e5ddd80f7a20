import type { Context } from 'hono';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { ApiEnv } from './api/http-parts.ts';
import { callerOf } from './api/http-parts.ts';
import type { Platform } from './wire.ts';

/** Figures of the process for Prometheus. Labels come from small fixed sets only. */
export interface Metrics {
  /** Entries by what became of them. */
  entries: Counter<'outcome'>;
  /** Requests of senders to HTTP log sources, by status of the reply. */
  requests: Counter<'status'>;
  /** What rules said. */
  findings: Counter<'kind'>;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(platform: Pick<Platform, 'buffer' | 'detect'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'margay_' });
  const entries = new Counter({
    name: 'margay_entries_total',
    help: 'Log entries handled, by outcome: stored or failed.',
    labelNames: ['outcome'] as const,
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
  return { entries, requests, findings, text: () => registry.metrics(), contentType: registry.contentType };
}

const loopback = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;

/** True for the token's holder, or for this machine when no token is set. */
export function mayReadMetrics(c: Context<ApiEnv>, token: string | undefined): boolean {
  if (token === undefined) return loopback.test(callerOf(c).ip);
  return c.req.header('authorization') === `Bearer ${token}`;
}
