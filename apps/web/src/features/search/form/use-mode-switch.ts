import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { flowCatalog } from '../../../editor/pantherflow/flow-catalog.ts';
import type { FlowEngine } from '../../../editor/pantherflow/flow-functions.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { builderTime, flowOfForm } from '../modes/pantherflow/flow-sync.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import type { SearchForm } from './form-values.ts';
import { modeOf } from '../modes/index.ts';
import type { SearchModeDefinition } from '../modes/mode.ts';
import type { SearchMode } from '../search-modes.ts';
import type { Search } from '../use-search.ts';

const scopeOf = ({ databases, tables, time }: SearchForm) => JSON.stringify([databases, tables, time]);

/**
 * Changes the mode of the search. From the form to a text that has a scope the text says what the form says; back to the
 * form databases, tables and time stay.
 */
export function useModeSwitch(search: Search, databases: readonly LakeDatabase[]) {
  const catalog = useMemo(() => flowCatalog(databases), [databases]);
  /** The last such text, and the scope the form had with it. */
  const left = useRef<{ text: string; scope: string }>(undefined);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current = -1;
    },
    [],
  );
  const enterText = (mode: SearchModeDefinition, engine: FlowEngine | undefined) => {
    const { form } = search;
    const isForm = !modeOf(form).isText;
    const isBare = !isForm || (form.text.trim() === '' && form.groups.length === 0);
    if (!engine || (isBare && left.current?.scope === scopeOf(form)))
      return search.switchMode(mode.id, { text: left.current?.text ?? mode.textOf({}) });
    const bare = { ...form, text: '', groups: [] };
    const { text, untranslatable } = flowOfForm(engine, databases, isForm ? form : bare);
    if (text !== undefined) return search.switchMode(mode.id, { text });
    toast.info({
      title: `This search has no words in ${mode.label}`,
      message: untranslatable
        .map(({ words, reason }) => [words, reason].filter(Boolean).join(': '))
        .join(' '),
    });
  };
  const leaveText = (mode: SearchModeDefinition, engine: FlowEngine | undefined) => {
    const { form } = search;
    const time = engine && mode.hasScope ? builderTime(engine, form, catalog, new Date()) : form.time;
    left.current = { text: form.text, scope: scopeOf({ ...form, time }) };
    search.switchMode(mode.id, { time });
  };
  const change = (mode: SearchModeDefinition, engine: FlowEngine | undefined) => {
    if (mode.loadEngine) enterText(mode, engine);
    else if (modeOf(search.form).loadEngine) leaveText(mode, engine);
    else search.switchMode(mode.id);
  };
  /** The form may have changed while the language was loading. */
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  return async (id: SearchMode) => {
    const mine = ++turn.current;
    const mode = modeOf({ mode: id });
    const load = mode.loadEngine ?? modeOf(search.form).loadEngine;
    const engine = await load?.();
    // Another mode was chosen meanwhile, or the screen was left.
    if (mine === turn.current) latest.current(mode, engine);
  };
}
