import { defineDomain } from '../../domain-contract/define-domain.ts';
import { sessionSweepJob } from './jobs.ts';
import { sessionRoutes } from './rest.ts';
import { createSessionsService, type SessionsService } from './service.ts';
import { signInCounters } from './migrations/0022-sign-in-counters.ts';

declare module '../../services.ts' {
  interface Services {
    sessions: SessionsService;
  }
}

export const sessions = defineDomain({
  name: 'sessions',
  buildsOn: ['audit-log', 'roles', 'users'],
  needs: ['users', 'roles', 'audit'],
  migrations: [signInCounters],
  rest: sessionRoutes,
  create({ store, users, roles, audit, clock, secrets }) {
    const service = createSessionsService({
      store,
      users,
      roles,
      audit,
      clock,
      key: secrets.deriveKey('sessions'),
      localKey: secrets.deriveKey('local-sign-in'),
      deviceKey: secrets.deriveKey('known-devices'),
      brakeKey: secrets.deriveKey('sign-in-brake'),
    });
    return { services: { sessions: service }, jobs: [sessionSweepJob(service)] };
  },
});
