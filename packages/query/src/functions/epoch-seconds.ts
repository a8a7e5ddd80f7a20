import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const epochSecondsFunction = defineFunction({
  name: 'epoch_seconds',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'Seconds since 1970-01-01 UTC.',
  examples: [{ sql: "epoch_seconds('1970-01-02'::timestamp)", value: 86400 }],
  clickhouse: ([t]) => `intDiv(toUnixTimestamp64Milli(${t!.sql}), 1000)`,
});
