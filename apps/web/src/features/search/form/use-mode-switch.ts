import { defaultFlowText } from '@margay/query';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { flowCatalog } from '../../../editor/pantherflow/flow-catalog.ts';
import { loadFlowEngine } from '../../../editor/pantherflow/load-engine.ts';
import type { FlowEngine } from '../../../editor/pantherflow/flow-functions.ts';
import { toast } from '../../../ui/toast.ts';
import { builderTime, flowOfForm } from '../query-text/flow-sync.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import type { SearchForm } from './search-form.ts';
import type { SearchMode } from '../search-modes.ts';
import type { Search } from '../use-search.ts';

const scopeOf = ({ databases, tables, time }: SearchForm) => JSON.stringify([databases, tables, time]);

/**
 * Changes the mode of the search. From the form to PantherFlow the text says what the form says; back to the form
 * databases, tables and time stay.
 */
export function useModeSwitch(search: Search, databases: readonly LakeDatabase[]) {
  const catalog = useMemo(() => flowCatalog(databases), [databases]);
  /** The last PantherFlow text, and the scope the form had with it. */
  const left = useRef<{ text: string; scope: string }>(undefined);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current = -1;
    },
    [],
  );
  const enterFlow = (engine: FlowEngine | undefined) => {
    const { form } = search;
    const isBare = form.mode === 'sql' || (form.text.trim() === '' && form.groups.length === 0);
    if (!engine || (isBare && left.current?.scope === scopeOf(form)))
      return search.switchMode('pantherflow', { text: left.current?.text ?? defaultFlowText });
    const bare = { ...form, text: '', groups: [] };
    const text = flowOfForm(engine, databases, form.mode === 'sql' ? bare : form);
    if (text === undefined)
      toast.info({
        title: 'The conditions were left out',
        message:
          'Some of them cannot be written in PantherFlow. They are still in the form: go back in the browser.',
      });
    return search.switchMode('pantherflow', { text: text ?? flowOfForm(engine, databases, bare) ?? '' });
  };
  const leaveFlow = (mode: SearchMode, engine: FlowEngine | undefined) => {
    const { form } = search;
    const time = engine && mode === 'search' ? builderTime(engine, form, catalog, new Date()) : form.time;
    left.current = { text: form.text, scope: scopeOf({ ...form, time }) };
    search.switchMode(mode, { time });
  };
  const change = (mode: SearchMode, engine: FlowEngine | undefined) => {
    if (mode === 'pantherflow') enterFlow(engine);
    else if (search.form.mode === 'pantherflow') leaveFlow(mode, engine);
    else search.switchMode(mode);
  };
  /** The form may have changed while the language was loading. */
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  return async (mode: SearchMode) => {
    const mine = ++turn.current;
    const needsEngine = mode === 'pantherflow' || search.form.mode === 'pantherflow';
    const engine = needsEngine ? await loadFlowEngine() : undefined;
    // Another mode was chosen meanwhile, or the screen was left.
    if (mine === turn.current) latest.current(mode, engine);
  };
}
