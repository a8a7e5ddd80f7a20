import type { AlertsService } from './domains/alerts/service.ts';
import type { AuditLog } from './domains/audit-log/service.ts';
import type { DestinationsService } from './domains/destinations/service.ts';
import type { DetectionsService } from './domains/detections/service.ts';
import type { UploadReceiptsService } from './domains/detections/upload-receipts.ts';
import type { FeedbackService } from './domains/feedback/service.ts';
import type { SourceHealthService } from './domains/log-sources/health.ts';
import type { ExplainService } from './domains/replays/explain/service.ts';
import type { ReplaysService } from './domains/replays/service.ts';
import type { ReprocessService } from './domains/log-sources/reprocess.ts';
import type { LogSourcesService } from './domains/log-sources/service.ts';
import type { NotificationsService } from './domains/notifications/service.ts';
import type { OrganizationService } from './domains/organization/service.ts';
import type { ProfilerService } from './domains/profiler/service.ts';
import type { ResourcesService } from './domains/resources/service.ts';
import type { RolesService } from './domains/roles/service.ts';
import type { ScheduledQueriesService } from './domains/scheduled-queries/service.ts';
import type { SchemasService } from './domains/schemas/service.ts';
import type { CsvService } from './domains/searches/csv/service.ts';
import type { SearchesService } from './domains/searches/service.ts';
import type { SessionsService } from './domains/sessions/service.ts';
import type { UsersService } from './domains/users/service.ts';

/** The domains' services, as resolvers, REST handlers and roles see them. Filled by `wire.ts`. */
export interface Services {
  alerts: AlertsService;
  audit: AuditLog;
  csv: CsvService;
  destinations: DestinationsService;
  detections: DetectionsService;
  explain: ExplainService;
  feedback: FeedbackService;
  logSources: LogSourcesService;
  notifications: NotificationsService;
  organization: OrganizationService;
  replays: ReplaysService;
  profiler: ProfilerService;
  reprocess: ReprocessService;
  resources: ResourcesService;
  roles: RolesService;
  scheduledQueries: ScheduledQueriesService;
  schemas: SchemasService;
  searches: SearchesService;
  sessions: SessionsService;
  sourceHealth: SourceHealthService;
  uploadReceipts: UploadReceiptsService;
  users: UsersService;
}
