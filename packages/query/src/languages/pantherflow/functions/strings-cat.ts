import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { textForm } from './shared.ts';

export const stringsCatFunction = defineFlowFunction({
  name: 'strings.cat',
  kind: 'scalar',
  params: [
    { name: 'part', type: 'any' },
    { name: 'more', type: 'any', optional: true, variadic: true },
  ],
  returns: 'string',
  doc: 'The values joined as one text.',
  examples: [
    { flow: "strings.cat('a', '@', 5)", value: 'a@5' },
    { flow: "strings.cat('a', null)", value: null },
  ],

  lower: (parts) =>
    call(
      'concat',
      text,
      parts.map((part) => textForm(part)),
    ),
});
