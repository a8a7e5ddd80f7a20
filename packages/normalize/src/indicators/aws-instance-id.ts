import type { Indicator } from './indicator.ts';

export const awsInstanceIdIndicator: Indicator = {
  name: 'aws_instance_id',
  description: 'EC2 instance id, which starts with "i-".',
  scan(value, add) {
    if (value.startsWith('i-')) add('p_any_aws_instance_ids', value);
  },
};
