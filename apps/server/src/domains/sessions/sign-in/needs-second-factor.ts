import type { OrganizationService } from '../../organization/index.ts';
import type { RolesService } from '../../roles/index.ts';
import type { User } from '../../users/index.ts';

/** Whether the organization or the person's role asks for a second factor. */
export async function needsSecondFactor(
  { organization, roles }: { organization: OrganizationService; roles: RolesService },
  user: Pick<User, 'roleId'>,
): Promise<boolean> {
  const [policy, role] = await Promise.all([organization.signInPolicy(), roles.byId(user.roleId)]);
  return policy.requireSecondFactor || (role?.requiresSecondFactor ?? false);
}
