import type { Domain } from '../domain-contract/define-domain.ts';
import { alerts } from './alerts/domain.ts';
import { apiTokens } from './api-tokens/domain.ts';
import { auditLog } from './audit-log/domain.ts';
import { backups } from './backups/domain.ts';
import { consoleFailures } from './console-failures/domain.ts';
import { destinations } from './destinations/domain.ts';
import { detections } from './detections/domain.ts';
import { feedback } from './feedback/domain.ts';
import { logSources } from './log-sources/domain.ts';
import { lookupTables } from './lookup-tables/domain.ts';
import { mail } from './mail/domain.ts';
import { notifications } from './notifications/domain.ts';
import { organization } from './organization/domain.ts';
import { places } from './places/domain.ts';
import { profiler } from './profiler/domain.ts';
import { replays } from './replays/domain.ts';
import { resources } from './resources/domain.ts';
import { retention } from './retention/domain.ts';
import { roles } from './roles/domain.ts';
import { scheduledQueries } from './scheduled-queries/domain.ts';
import { schemas } from './schemas/domain.ts';
import { searches } from './searches/domain.ts';
import { secondFactors } from './second-factors/domain.ts';
import { sessions } from './sessions/domain.ts';
import { shippedDetections } from './shipped-detections/domain.ts';
import { singleSignOn } from './single-sign-on/domain.ts';
import { support } from './support/domain.ts';
import { users } from './users/domain.ts';

/** Every domain, each after those whose services and types it needs. */
export const registry: readonly Domain[] = [
  auditLog,
  organization,
  notifications,
  mail,
  roles,
  users,
  secondFactors,
  sessions,
  singleSignOn,
  apiTokens,
  searches,
  schemas,
  lookupTables,
  detections,
  shippedDetections,
  destinations,
  alerts,
  logSources,
  resources,
  scheduledQueries,
  profiler,
  feedback,
  consoleFailures,
  support,
  backups,
  replays,
  retention,
  places,
];
