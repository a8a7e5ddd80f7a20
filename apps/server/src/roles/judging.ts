import type { Config, Role } from '../config.ts';

/** Which roles run detections, be it to test them. */
const judgingRoles: readonly Role[] = ['api', 'detect', 'jobs'];

export const judges = ({ roles }: Pick<Config, 'roles'>) => roles.some((role) => judgingRoles.includes(role));
