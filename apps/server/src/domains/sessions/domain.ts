import { defineDomain } from '../../domain-contract/define-domain.ts';
import { sessionSweepJob } from './jobs.ts';
import { keepSignedIn } from './keep-signed-in.ts';
import { sessionRoutes } from './rest.ts';
import { createSessionsService, type SessionsService } from './service.ts';
import { signInCounters } from './migrations/0022-sign-in-counters.ts';
import { announcedAccess } from './migrations/0043-announced-access.ts';

declare module '../../services.ts' {
  interface Services {
    sessions: SessionsService;
  }
}

export const sessions = defineDomain({
  name: 'sessions',
  buildsOn: ['audit-log', 'roles', 'users'],
  needs: ['users', 'roles', 'audit'],
  migrations: [signInCounters, announcedAccess],
  rest: sessionRoutes,
  async create({ store, users, roles, audit, clock, secrets }) {
    const signedIn = await keepSignedIn(store);
    const service = createSessionsService({
      store,
      signedIn,
      users,
      roles,
      audit,
      clock,
      key: secrets.deriveKey('sessions'),
      localKey: secrets.deriveKey('local-sign-in'),
      deviceKey: secrets.deriveKey('known-devices'),
      brakeKey: secrets.deriveKey('sign-in-brake'),
    });
    return {
      services: { sessions: service },
      jobs: [sessionSweepJob(service)],
      close: () => signedIn.close(),
    };
  },
});
