import { boolean } from '../../ir/types.ts';
import type { InternalFunction } from './define.ts';

export const regexes: InternalFunction[] = [
  {
    name: 'regexp_occurs',
    kind: 'scalar',
    params: [
      { name: 's', type: 'text' },
      { name: 'pattern', type: 'literalText' },
    ],
    returns: boolean,
    doc: 'Whether a regular expression (RE2) fits some part of the text.',
    clickhouse: ([s, pattern]) => `match(${s!.sql}, ${pattern!.sql})`,
  },
];
