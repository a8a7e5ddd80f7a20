import { json } from '../../../ir/types.ts';
import { asDocumentValue, isDocument } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate } from './shared.ts';

export const aggMaxFunction = defineFlowFunction({
  name: 'agg.max',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: 'any',
  doc: 'Largest value: numbers, times, texts.',
  examples: [{ flow: 'agg.max(x)', value: 2 }],

  lower: ([x]) =>
    isDocument(x!.type)
      ? aggregate('json_arg_max', json, [asDocumentValue(x!), asDocumentValue(x!)])
      : aggregate('max', x!.type, [x!]),
});
