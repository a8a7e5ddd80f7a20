import { silentLogger } from '@margay/kit';
import type { Store } from '@margay/store';
import { createAuditLog, type AuditLog } from '../domains/audit-log/service.ts';
import { createRolesService, type RolesService } from '../domains/roles/service.ts';
import { createUsersService, type UsersService } from '../domains/users/service.ts';

/** Of an installation without a mail server. */
export const noMail = { isSetUp: () => false, post: async () => undefined };

export interface PeopleServices {
  audit: AuditLog;
  roles: RolesService;
  users: UsersService;
}

/** People and the roles that every installation begins with, on a store of the test's own. */
export async function peopleServices(
  store: Store,
  clock: () => Date = () => new Date(),
): Promise<PeopleServices> {
  const audit = createAuditLog({ sql: store, logger: silentLogger });
  const roles = createRolesService({
    store,
    audit,
    organization: { hasDataLakeAccessControl: async () => true },
  });
  await roles.ensurePredefined();
  return {
    audit,
    roles,
    users: createUsersService({
      store,
      roles,
      audit,
      mail: noMail,
      clock,
      consoleUrl: () => 'http://console.example',
    }),
  };
}
