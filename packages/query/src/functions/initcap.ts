import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const initcapFunction = defineFunction({
  name: 'initcap',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Every word with its first letter in upper case and the others in lower case.',
  examples: [{ sql: "initcap('hello wORLD')", value: 'Hello World' }],
  clickhouse: ([s]) => `initcapUTF8(${s!.sql})`,
});
