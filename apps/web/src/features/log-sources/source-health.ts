import type { Health } from '../../ui/marks/health.tsx';
import type { SourceTeaser } from './queries.ts';

type HealthFacts = Pick<SourceTeaser, 'isHealthy' | 'healthChecks' | 'lastEventProcessedAtTime'>;

/** One word for a source: silence is its own state, and a source that never spoke is pending. */
export function healthOf(source: HealthFacts): Health {
  const failed = source.healthChecks.filter((check) => !check.healthy);
  if (failed.some((check) => check.name === 'dataReceived')) return 'no-data';
  if (!source.isHealthy || failed.length > 0) return 'unhealthy';
  if (source.healthChecks.some((check) => check.warning)) return 'warning';
  return source.lastEventProcessedAtTime === null ? 'pending' : 'healthy';
}

/** The first thing that is wrong, or else that wants a look, for the badge's tooltip. */
export function healthReason(source: HealthFacts): string | undefined {
  const { healthChecks } = source;
  return (healthChecks.find((check) => !check.healthy) ?? healthChecks.find((check) => check.warning))
    ?.message;
}

const checkTitles: Record<string, string> = {
  dataReceived: 'Data received',
  classification: 'Classification',
};

/** `s3BucketStatus` becomes `S3 bucket status` where no title is given. */
export function checkTitle(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return checkTitles[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
