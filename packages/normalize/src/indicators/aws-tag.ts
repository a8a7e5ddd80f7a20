import type { Indicator } from './indicator.ts';

export const awsTagIndicator: Indicator = {
  name: 'aws_tag',
  description: 'Tag of an AWS resource, usually key:value.',
  scan(value, add) {
    add('p_any_aws_tags', value);
  },
};
