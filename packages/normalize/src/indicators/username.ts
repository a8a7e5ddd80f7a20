import type { Indicator } from './indicator.ts';

export const usernameIndicator: Indicator = {
  name: 'username',
  description: 'Login or account name.',
  scan(value, add) {
    add('p_any_usernames', value);
  },
};
