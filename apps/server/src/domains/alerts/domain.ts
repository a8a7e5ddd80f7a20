import { defineDomain } from '../../domain-contract/define-domain.ts';
import { alertTypes } from './graphql.ts';
import type { AlertsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    alerts: AlertsService;
  }
}

export const alerts = defineDomain({
  name: 'alerts',
  buildsOn: ['audit-log', 'destinations', 'detections', 'users'],
  usesTypes: ['users', 'detections', 'destinations'],
  graphql(parts, { users, detections, destinations }) {
    alertTypes(parts, { ...users, ...detections, ...destinations });
  },
});
