import { regexFault } from '../../../functions/pattern.ts';
import type { SimpleOperator } from './define.ts';

const base = { columnType: 'row', input: 'text', isRedshiftDisabled: true } as const;

export const rowOperators: readonly SimpleOperator[] = [
  {
    ...base,
    id: 'row-contains',
    label: 'row contains',
    condition: (_, value) => ({ kind: 'rowText', op: 'contains', text: value.text }),
  },
  {
    ...base,
    id: 'row-like',
    label: 'row like',
    condition: (_, value) => ({ kind: 'rowText', op: 'like', text: value.text }),
  },
  {
    ...base,
    id: 'row-regexp-contains',
    label: 'row regexp contains',
    check: (value) => regexFault(value.text),
    condition: (_, value) => ({ kind: 'rowText', op: 'regexp', text: value.text }),
  },
];
