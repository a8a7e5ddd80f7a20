import { json } from '../../../ir/types.ts';
import { asDocumentValue, isDocument } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate } from './shared.ts';

export const aggMinFunction = defineFlowFunction({
  name: 'agg.min',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: 'any',
  doc: 'Smallest value: numbers, times, texts.',
  examples: [{ flow: 'agg.min(x)', value: 1 }],

  lower: ([x]) =>
    isDocument(x!.type)
      ? aggregate('json_arg_min', json, [asDocumentValue(x!), asDocumentValue(x!)])
      : aggregate('min', x!.type, [x!]),
});
