import { changeRevisions, type Migration } from '@margay/store';
import { access } from './0001-access.ts';
import { sources } from './0002-sources.ts';
import { detections } from './0003-detections.ts';
import { alerts } from './0004-alerts.ts';
import { searches } from './0005-searches.ts';
import { earlySamples } from './0006-early-samples.ts';
import { reprocessing } from './0007-reprocessing.ts';
import { contentKinds } from './0008-content-kinds.ts';
import { replays } from './0010-replays.ts';
import { resources } from './0011-resources.ts';
import { scheduledQueries } from './0012-scheduled-queries.ts';
import { profiles } from './0013-profiles.ts';
import { quarantines } from './0014-quarantines.ts';
import { notifications } from './0015-notifications.ts';
import { searchUserConfigs } from './0016-search-user-configs.ts';
import { contentUploads } from './0017-content-uploads.ts';
import { feedbackAndDiscoveries } from './0018-feedback-and-discoveries.ts';
import { lastAccessed } from './0019-last-accessed.ts';
import { waitingRules } from './0020-waiting-rules.ts';
import { signInCounters } from './0022-sign-in-counters.ts';
import { discoveredSpecs } from './0025-discovered-specs.ts';
import { signalFeed } from './0026-signal-feed.ts';
import { lookupTables } from './0028-lookup-tables.ts';
import { secretKeyCheck } from './0030-secret-key-check.ts';
import { processes } from './0031-processes.ts';
import { sourcePulls } from './0033-source-pulls.ts';
import { oauthTokens } from './0034-oauth-tokens.ts';

/** The one ordered list of state changes. A migration is never edited once it has been released. */
export const migrations: readonly Migration[] = [
  access,
  sources,
  detections,
  alerts,
  searches,
  earlySamples,
  reprocessing,
  contentKinds,
  replays,
  resources,
  scheduledQueries,
  profiles,
  quarantines,
  notifications,
  searchUserConfigs,
  contentUploads,
  feedbackAndDiscoveries,
  lastAccessed,
  waitingRules,
  signInCounters,
  discoveredSpecs,
  signalFeed,
  lookupTables,
  secretKeyCheck,
  processes,
  changeRevisions,
  sourcePulls,
  oauthTokens,
];
