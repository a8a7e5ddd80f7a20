import type { Indicator } from './indicator.ts';

const account = /^\d{12}$/;

export const awsAccountIdIndicator: Indicator = {
  name: 'aws_account_id',
  description: 'AWS account number: 12 digits.',
  scan(value, add) {
    if (account.test(value)) add('p_any_aws_account_ids', value);
  },
};
