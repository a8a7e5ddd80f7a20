import { changeRevisions, type Migration } from '@margay/store';
import { keptFindings } from '../findings/migrations/0045-kept-findings.ts';
import { signalFeed } from '../findings/signal-feed/migrations/0026-signal-feed.ts';
import { oauthTokens } from '../oauth-tokens/migrations/0034-oauth-tokens.ts';
import { processes } from '../processes/migrations/0031-processes.ts';
import { access } from './0001-access.ts';
import { sources } from './0002-sources.ts';
import { alerts } from './0004-alerts.ts';
import { notifications } from './0015-notifications.ts';
import { feedbackAndDiscoveries } from './0018-feedback-and-discoveries.ts';
import { secretKeyCheck } from './0030-secret-key-check.ts';
import { actorKinds } from './0047-actor-kinds.ts';

/**
 * Changes of the state store that are no single domain's: of what the server itself keeps, and of the first versions,
 * which made tables of several domains in one change. A domain's own are in its definition; see `stateMigrations`.
 */
export const sharedMigrations: readonly Migration[] = [
  access,
  sources,
  alerts,
  notifications,
  feedbackAndDiscoveries,
  signalFeed,
  secretKeyCheck,
  processes,
  changeRevisions,
  oauthTokens,
  keptFindings,
  actorKinds,
];
