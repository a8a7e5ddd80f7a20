import type { Indicator } from './indicator.ts';

export const traceIdIndicator: Indicator = {
  name: 'trace_id',
  description: 'Id that follows a request through several systems.',
  scan(value, add) {
    add('p_any_trace_ids', value);
  },
};
