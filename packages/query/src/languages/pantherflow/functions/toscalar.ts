import { defineFlowFunction } from './define.ts';

export const toscalarFunction = defineFlowFunction({
  name: 'toscalar',
  kind: 'scalar',
  params: [{ name: 'query', type: 'tabular' }],
  returns: 'any',
  doc: 'First column of the first row of a query; null without a row.',
  examples: [{ flow: "toscalar(datatable [{'a': 5}])", value: 5 }],

  lower: ([query]) => query!,
});
