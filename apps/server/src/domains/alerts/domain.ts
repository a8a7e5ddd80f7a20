import type { Services } from '../../services.ts';
import { defineDomain } from '../../domain-contract/define-domain.ts';
import type { AlertWriter } from '../../findings/index.ts';
import { alertTypes } from './graphql.ts';
import { createAlerts } from './index.ts';
import type { AlertRecord } from './record.ts';
import type { AlertsService, ReadAlertEvents } from './service.ts';
import { earlySamples } from './migrations/0006-early-samples.ts';

declare module '../../services.ts' {
  interface Services {
    alerts: AlertsService;
    /** Makes alerts of findings; see `commitFindings`. */
    alertWriter: AlertWriter;
  }
}

export const alerts = defineDomain({
  name: 'alerts',
  buildsOn: ['audit-log', 'destinations', 'detections', 'users'],
  needs: ['audit', 'destinations', 'searches', 'users'],
  usesTypes: ['users', 'detections', 'destinations'],
  jobRole: 'alert',
  migrations: [earlySamples],
  graphql(parts, { users, detections, destinations }) {
    alertTypes(parts, { ...users, ...detections, ...destinations });
  },
  async create({ searches, logger, ...given }) {
    const { service, writer, jobDefinitions } = await createAlerts({
      ...given,
      logger: logger.child({ stage: 'alert' }),
      readEvents: eventsFrom(searches),
      countEvents: (alert, reader) => searches.alertTimeline(reader, alert.id, placeOf(alert)),
    });
    return { services: { alerts: service, alertWriter: writer }, jobs: jobDefinitions };
  },
});

/** Where and when the lake has the events of an alert. */
const placeOf = (alert: AlertRecord) => ({
  window: { from: alert.firstEventAt, to: alert.lastEventAt },
  logTypes: alert.logTypes,
  database: alert.type.endsWith('_ERROR')
    ? ('panther_rule_errors' as const)
    : ('panther_rule_matches' as const),
});

const eventsFrom =
  (searches: Pick<Services['searches'], 'alertEvents'>): ReadAlertEvents =>
  (alert, reader, { pageSize, cursor }) =>
    searches.alertEvents(reader, alert.id, {
      ...placeOf(alert),
      pageSize,
      ...(cursor ? { cursor } : {}),
    });
