import { addEmail } from './email-address.ts';
import type { Indicator } from './indicator.ts';

export const emailIndicator: Indicator = {
  name: 'email',
  description: 'E-mail address; the part before the @ also counts as a user name.',
  scan(value, add) {
    addEmail(value, add);
  },
};
