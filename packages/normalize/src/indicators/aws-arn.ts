import { addArn } from './arn.ts';
import type { Indicator } from './indicator.ts';

export const awsArnIndicator: Indicator = {
  name: 'aws_arn',
  description: 'ARN of an AWS resource, with the account, instance or user it names.',
  scan(value, add) {
    addArn(value, add);
  },
};
