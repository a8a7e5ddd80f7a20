import type { GraphQLSchema } from 'graphql';
import { alertTypes } from '../domains/alerts/graphql.ts';
import { backupTypes } from '../domains/backups/graphql.ts';
import { destinationTypes } from '../domains/destinations/graphql.ts';
import { detectionTypes } from '../domains/detections/graphql.ts';
import { feedbackTypes } from '../domains/feedback/graphql.ts';
import { logSourceTypes } from '../domains/log-sources/graphql.ts';
import { notificationTypes } from '../domains/notifications/graphql.ts';
import { organizationTypes } from '../domains/organization/graphql.ts';
import { explainTypes } from '../domains/replays/graphql-explain.ts';
import { replayTypes } from '../domains/replays/graphql.ts';
import { profilerTypes } from '../domains/profiler/graphql.ts';
import { resourceTypes } from '../domains/resources/graphql.ts';
import { roleTypes } from '../domains/roles/graphql.ts';
import { scheduledQueryTypes } from '../domains/scheduled-queries/graphql.ts';
import { schemaTypes } from '../domains/schemas/graphql.ts';
import { csvTypes } from '../domains/searches/csv/graphql.ts';
import { searchTypes } from '../domains/searches/graphql.ts';
import { userTypes } from '../domains/users/graphql.ts';
import { createBuilder } from './builder.ts';

/** The console's GraphQL schema, put together from the domains. */
export function buildConsoleSchema(): GraphQLSchema {
  const parts = createBuilder();
  organizationTypes(parts);
  const roles = roleTypes(parts);
  const users = userTypes(parts, roles);
  schemaTypes(parts);
  logSourceTypes(parts);
  const detections = detectionTypes(parts);
  resourceTypes({ ...parts, detections });
  scheduledQueryTypes(parts, detections);
  const destinations = destinationTypes(parts);
  alertTypes(parts, { ...users, ...detections, ...destinations });
  profilerTypes(parts);
  searchTypes(parts);
  csvTypes(parts);
  notificationTypes(parts);
  feedbackTypes(parts);
  backupTypes(parts);
  replayTypes(parts, detections);
  explainTypes(parts, detections);
  return parts.builder.toSchema();
}
