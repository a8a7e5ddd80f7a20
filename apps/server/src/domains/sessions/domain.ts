import { defineDomain } from '../../domain-contract/define-domain.ts';
import { sessionTypes } from './graphql.ts';
import { sessionSweepJob } from './jobs.ts';
import { keepSignedIn } from './signed-in.ts';
import { signInCounters } from './migrations/0022-sign-in-counters.ts';
import { announcedAccess } from './migrations/0043-announced-access.ts';
import { signIns } from './migrations/0049-sign-ins.ts';
import { passwordResets } from './migrations/0060-password-resets.ts';
import { sessionFacts } from './migrations/0062-session-facts.ts';
import { ownAccessTypes } from './own-access/graphql.ts';
import { sessionRoutes } from './rest.ts';
import { createSessionsService, type SessionsService } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    sessions: SessionsService;
  }
}

export const sessions = defineDomain({
  name: 'sessions',
  buildsOn: ['audit-log', 'mail', 'organization', 'roles', 'second-factors', 'users'],
  needs: ['mail', 'users', 'roles', 'organization', 'secondFactors', 'audit'],
  migrations: [signInCounters, announcedAccess, signIns, passwordResets, sessionFacts],
  graphql(parts) {
    sessionTypes(parts);
    ownAccessTypes(parts);
  },
  rest: sessionRoutes,
  async create(given) {
    const signedIn = await keepSignedIn(given);
    const { service, mailCodes } = createSessionsService({ ...given, signedIn });
    return {
      services: { sessions: service },
      jobs: [sessionSweepJob(service), mailCodes],
      close: () => signedIn.close(),
    };
  },
});
