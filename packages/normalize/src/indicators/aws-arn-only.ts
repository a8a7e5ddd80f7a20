import type { Indicator } from './indicator.ts';

export const awsArnOnlyIndicator: Indicator = {
  name: 'aws_arn_only',
  description: 'ARN of an AWS resource and nothing derived from it.',
  scan(value, add) {
    if (value.startsWith('arn:') && value.split(':').length >= 6) add('p_any_aws_arns', value);
  },
};
