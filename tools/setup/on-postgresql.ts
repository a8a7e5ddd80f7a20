/**
 * The test files that a push runs on PostgreSQL too, with what of them could differ there. All state tests run on the
 * embedded engine, which is PostgreSQL itself; a server of its own adds connections, and with them locks, waiting and
 * other processes. The long form runs every test that opens a state store on both.
 */
export const onPostgresql: Record<string, string> = {
  'packages/store/src/store.test.ts': 'the contract of a state store',
  'packages/store/src/changes/changes.test.ts': 'changes are heard of over connections',
  'packages/jobs/src/jobs.test.ts': 'workers claim jobs under locks',
  'apps/server/src/changes.test.ts': 'processes follow what one of them changes',
  'apps/server/src/shared-storage.test.ts': 'processes on one state',
  'apps/server/src/oauth-tokens/access-tokens.test.ts': 'one process at a time asks for a token',
  'apps/server/src/domains/log-sources/pulling/pull-source.test.ts': 'sources are claimed with a fence',
  'apps/server/src/findings/crash.test.ts': 'findings are committed under locks',
  'apps/server/src/findings/signal-feed/feed.test.ts': 'positions are given out in one order',
  'apps/server/src/pipeline/groups.test.ts': 'parts of a group are settled in one transaction',
  'apps/server/src/domains/alerts/recording.test.ts': 'alerts of several writers are one',
  'apps/server/src/domains/audit-log/audit-log.test.ts': 'entries share the fate of their transaction',
  'apps/server/src/domains/destinations/destinations.test.ts': 'the domain',
  'apps/server/src/domains/detections/graphql.test.ts': 'the domain',
  'apps/server/src/domains/detections/upload-receipts.test.ts': 'one upload at a time',
  'apps/server/src/domains/feedback/feedback.test.ts': 'the domain',
  'apps/server/src/domains/log-sources/secrets.test.ts': 'the domain',
  'apps/server/src/domains/lookup-tables/killed-upload.test.ts': 'versions take turns',
  'apps/server/src/domains/notifications/notifications.test.ts': 'the domain',
  'apps/server/src/domains/organization/graphql.test.ts': 'the domain',
  'apps/server/src/domains/profiler/catch-up/crash.test.ts': 'quarantines are held by one process',
  'apps/server/src/domains/replays/replays.test.ts': 'replays are held by one process',
  'apps/server/src/domains/resources/service.test.ts': 'the domain',
  'apps/server/src/domains/retention/retention.test.ts': 'the domain',
  'apps/server/src/domains/roles/graphql.test.ts': 'the domain',
  'apps/server/src/domains/scheduled-queries/runs.test.ts': 'runs are leased',
  'apps/server/src/domains/searches/history/history.test.ts': 'the domain',
  'apps/server/src/domains/sessions/brake.test.ts': 'wrong guesses are counted by every process',
  'apps/server/src/domains/sessions/signed-in.test.ts': 'the domain',
  'apps/server/src/domains/shipped-detections/shipped-detections.test.ts': 'the domain',
  'apps/server/src/domains/users/first-administrator.test.ts': 'several want to be the first',
  'apps/server/src/domains/users/graphql.test.ts': 'the domain',
};
