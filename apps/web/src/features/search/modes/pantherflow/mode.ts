import { defaultFlowText } from '@margay/query';
import { loadFlowEngine } from '../../../../editor/pantherflow/load-engine.ts';
import type { SearchAddress } from '../../form/form-values.ts';
import type { SearchModeDefinition } from '../mode.ts';
import { flowOfForm } from './flow-sync.ts';

const addressOf = (text: string): SearchAddress => ({
  usePantherFlow: true,
  ...(text === '' ? {} : { pantherFlowInput: text }),
});

export const pantherflowMode: SearchModeDefinition = {
  id: 'pantherflow',
  label: 'PantherFlow',
  language: 'pantherflow',
  isText: true,
  hasScope: true,
  leavesScope: (text) => text.trimStart().startsWith('|'),
  loadEngine: () => loadFlowEngine(),
  textOfForm: flowOfForm,
  isMeantBy: ({ usePantherFlow }) => usePantherFlow === true,
  textOf: ({ pantherFlowInput, q }) => pantherFlowInput ?? q ?? defaultFlowText,
  addressOf: ({ text }) => addressOf(text),
  filtersOf: ({ text }) => text,
  addressOfFilters: addressOf,
  savedOf: ({ text }) => ({ query: text }),
  // Where there is a text of PantherFlow, that is the language.
  filtersOfSaved: ({ query }) => query || undefined,
};
