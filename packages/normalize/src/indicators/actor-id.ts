import type { Indicator } from './indicator.ts';

/** AWS writes `ID:session` for assumed roles; the id alone is what other events carry. */
const roleSession = /^([A-Z0-9]{16,128}):/;

export const actorIdIndicator: Indicator = {
  name: 'actor_id',
  description: 'Id of whoever acted, at the provider.',
  scan(value, add) {
    add('p_any_actor_ids', value);
    const id = roleSession.exec(value)?.[1];
    if (id !== undefined) add('p_any_actor_ids', id);
  },
};
