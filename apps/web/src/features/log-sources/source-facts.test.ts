import { describe, expect, it } from 'vitest';
import { simpleFiltersSchema } from '@margay/query';
import { parseSearch } from '../../lib/search-params.ts';
import { missingFrom, sumOf } from '../../ui/chart/event-balance.tsx';
import { lastMinutes, volumeByLogType } from './activity.ts';
import { pathOfIngestionType, streamText } from './labels.ts';
import type { LogProvider, SourceTeaser } from './queries.ts';
import { categoriesOf, findProviders, logTypesLine } from './provider-search.ts';
import { eventsPath, failuresPath } from './search-links.ts';
import { filterSources } from './source-filters.ts';
import { checkTitle, healthOf, healthReason } from './source-health.ts';

const now = new Date('2026-01-31T09:30:40Z');

function source(change: Partial<SourceTeaser>): SourceTeaser {
  return {
    integrationId: '1',
    integrationLabel: 'Web',
    providerId: 'custom',
    ingestionType: 'HTTP',
    logStreamType: 'Auto',
    logTypes: ['Nginx.Access'],
    createdAtTime: '2026-01-01T00:00:00Z',
    lastEventReceivedAtTime: '2026-01-31T09:00:00Z',
    lastEventProcessedAtTime: '2026-01-31T09:00:00Z',
    isHealthy: true,
    healthChecks: [],
    events24h: 0,
    failed24h: 0,
    bytes24h: 0,
    ...change,
  };
}
const check = (name: string, healthy: boolean, warning = false) => ({
  name,
  healthy,
  warning,
  message: `${name} says`,
  checkedAt: '',
});

describe('health of a source', () => {
  it('tells silence, faults and waiting apart', () => {
    expect(healthOf(source({}))).toBe('healthy');
    expect(healthOf(source({ lastEventProcessedAtTime: null }))).toBe('pending');
    const faulty = source({ isHealthy: false, healthChecks: [check('classification', false)] });
    expect(healthOf(faulty)).toBe('unhealthy');
    expect(healthReason(faulty)).toBe('classification says');
    expect(healthOf(source({ isHealthy: false, healthChecks: [check('dataReceived', false)] }))).toBe(
      'no-data',
    );
  });

  it('tells what works and wants a look from what does not work', () => {
    const looked = source({
      healthChecks: [check('dataReceived', true), check('classification', true, true)],
    });
    expect(healthOf(looked)).toBe('warning');
    expect(healthReason(looked)).toBe('classification says');
    const faulty = source({
      isHealthy: false,
      healthChecks: [check('classification', true, true), check('logTypes', false)],
    });
    expect(healthOf(faulty)).toBe('unhealthy');
    expect(healthReason(faulty)).toBe('logTypes says');
  });

  it('names checks by words', () => {
    expect(checkTitle('dataReceived')).toBe('Data received');
    expect(checkTitle('logPullingStatus')).toBe('Log pulling status');
  });
});

describe('list of sources', () => {
  const list = [
    source({
      integrationId: 'a',
      integrationLabel: 'Beta',
      events24h: 5,
      createdAtTime: '2026-01-03T00:00:00Z',
    }),
    source({ integrationId: 'b', integrationLabel: 'alpha', events24h: 9, logTypes: ['Okta.SystemLog'] }),
    source({ integrationId: 'c', integrationLabel: 'Gamma', isHealthy: false }),
  ];
  const ids = (search: Parameters<typeof filterSources>[1]) =>
    filterSources(list, search).map((entry) => entry.integrationId);

  it('sorts by every column both ways', () => {
    expect(ids({ sortBy: 'name', sortDir: 'ascending' })).toEqual(['b', 'a', 'c']);
    expect(ids({ sortBy: 'events', sortDir: 'descending' })).toEqual(['b', 'a', 'c']);
    expect(ids({ sortBy: 'dateCreated', sortDir: 'descending' })[0]).toBe('a');
    expect(ids({ sortBy: 'health', sortDir: 'descending' })[0]).toBe('c');
  });

  it('filters by text, type, log type and health', () => {
    const base = { sortBy: 'name', sortDir: 'ascending' } as const;
    expect(ids({ ...base, search: 'OKTA' })).toEqual(['b']);
    expect(ids({ ...base, types: ['S3'] })).toEqual([]);
    expect(ids({ ...base, logTypes: ['Okta.SystemLog'] })).toEqual(['b']);
    expect(ids({ ...base, health: ['unhealthy'] })).toEqual(['c']);
  });
});

describe('activity', () => {
  it('draws sixty minutes up to now and keeps the balance', () => {
    const record = { received: 10, stored: 6, duplicate: 1, failed: 2, inFlight: 1, bytes: 99 };
    const minutes = lastMinutes([{ minute: '2026-01-31T09:29:00Z', ...record }], now);
    expect(minutes).toHaveLength(60);
    expect(minutes[0]?.minute.toISOString()).toBe('2026-01-31T08:31:00.000Z');
    expect(minutes.at(-1)?.minute.toISOString()).toBe('2026-01-31T09:30:00.000Z');
    expect(minutes.at(-2)).toMatchObject({ received: 10, failed: 2 });
    expect(missingFrom(sumOf(minutes))).toBe(0);
  });

  it('has a value for each hour of each log type, biggest log type first', () => {
    const volume = volumeByLogType(
      [
        { logType: 'B', hour: '2026-01-31T09:00:00Z', events: 7, bytes: 70 },
        { logType: 'B', hour: '2026-01-30T09:00:00Z', events: 1000, bytes: 1 },
      ],
      ['A', 'B'],
      'events',
      now,
    );
    expect(volume.times).toHaveLength(24);
    expect(volume.series.map((entry) => entry.name)).toEqual(['B', 'A']);
    expect(volume.series[0]?.values.at(-1)).toBe(7);
    // The hour a day ago lies outside the 24 hours.
    expect(volume.series[0]?.values[0]).toBe(0);
  });
});

describe('providers', () => {
  const provider = (id: string, change: Partial<LogProvider>): LogProvider => ({
    id,
    displayName: id,
    description: '',
    docUrl: null,
    categories: ['Cloud'],
    searchTerms: [],
    popularityIndex: 1,
    logTypes: [],
    transports: ['HTTP'],
    ...change,
  });
  const list = [
    provider('Zeek', { logTypes: ['Zeek.DNS', 'Zeek.Conn', 'Zeek.SSL'], categories: ['Network'] }),
    provider('Okta', { popularityIndex: 90, searchTerms: ['single sign-on'], logTypes: ['Okta.SystemLog'] }),
  ];

  it('finds by name, log type and search terms, popular first', () => {
    expect(findProviders(list, '', undefined).map(({ id }) => id)).toEqual(['Okta', 'Zeek']);
    expect(findProviders(list, 'conn', undefined).map(({ id }) => id)).toEqual(['Zeek']);
    expect(findProviders(list, 'Sign-On', undefined).map(({ id }) => id)).toEqual(['Okta']);
    expect(findProviders(list, '', 'Network').map(({ id }) => id)).toEqual(['Zeek']);
  });

  it('counts categories and puts the log type looked for first', () => {
    expect(categoriesOf(list)).toEqual([
      { name: 'Cloud', count: 1 },
      { name: 'Network', count: 1 },
    ]);
    expect(logTypesLine(list[0]!, '')).toBe('3 log types');
    expect(logTypesLine(list[0]!, 'conn')).toBe('Zeek.Conn, +2');
    expect(logTypesLine(list[1]!, '')).toBe('Okta.SystemLog');
  });
});

describe('words and addresses', () => {
  it('[002-4.1] [002-4.3] names the log format', () => {
    const text = (logStreamType: SourceTeaser['logStreamType'], envelopeField?: string) =>
      streamText({ logStreamType, logStreamTypeOptions: envelopeField ? { envelopeField } : {} });
    expect(text('JsonArray', 'Records')).toBe('JSON Array, envelope Records');
    expect(text('CloudWatchLogs')).toBe('CloudWatch Logs');
    expect(text('XML')).toBe('XML (beta)');
  });

  it('has a path for each ingestion type', () => {
    expect(['HTTP', 'S3', 'GcpPubSub', 'LogPulling'].map(pathOfIngestionType)).toEqual([
      'http',
      'aws-s3',
      'google-cloud-pubsub',
      'log-pulling',
    ]);
  });

  it('quotes the source in the search for its failures', () => {
    const search = new URL(failuresPath("x' OR 1=1"), 'http://localhost').searchParams;
    expect(search.get('q')).toContain("p_source_id = 'x'' OR 1=1'");
  });

  it('searches for the events of the source in the tables of its log types', () => {
    const search = parseSearch(
      new URL(eventsPath('1', ['AWS.ALB', 'Okta.SystemLog']), 'http://localhost').search,
    );
    expect(search.tables).toEqual(['aws_alb', 'okta_systemlog']);
    expect(search.timeFrame).toBe('Last24Hours');
    const filters = simpleFiltersSchema.parse(JSON.parse(String(search.filters)));
    expect(filters.and).toEqual([{ target: 'p_source_id', operator: 'is', value: '"1"' }]);
  });
});
