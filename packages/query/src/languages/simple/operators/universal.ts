import type { SimpleOperator } from './define.ts';
import { call } from './define.ts';

const base = { columnType: 'universal', input: 'none' } as const;

export const universalOperators: readonly SimpleOperator[] = [
  { ...base, id: 'is-null', label: 'is null', condition: (field) => call('isNull', field) },
  { ...base, id: 'is-not-null', label: 'is not null', condition: (field) => call('isNotNull', field) },
];
