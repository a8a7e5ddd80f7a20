import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { flowCatalog } from '../../../editor/pantherflow/flow-catalog.ts';
import type { FlowEngine } from '../../../editor/pantherflow/flow-functions.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { loadFlowEngine } from '../../../editor/pantherflow/load-engine.ts';
import { untranslatableText } from '../modes/form-search.ts';
import { builderTime } from '../modes/pantherflow/flow-sync.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import { modeOf } from '../modes/index.ts';
import type { SearchModeDefinition } from '../modes/mode.ts';
import type { SearchMode } from '../search-modes.ts';
import type { Search } from '../use-search.ts';

/**
 * Changes the mode of the search. A mode that was left is as it was, if nothing was changed since. Else the text of a
 * language that has a scope says what the form says, and on the way to the form databases, tables and time stay.
 */
export function useModeSwitch(search: Search, databases: readonly LakeDatabase[]) {
  const catalog = useMemo(() => flowCatalog(databases), [databases]);
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
    if (!engine || !mode.textOfForm || (!isForm && !mode.hasScope))
      return search.switchMode(mode.id, { text: mode.textOf({}) });
    const bare = { ...form, text: '', groups: [] };
    const { text, untranslatable } = mode.textOfForm(engine, databases, isForm ? form : bare);
    if (text !== undefined) return search.switchMode(mode.id, { text });
    toast.info({
      title: `This search has no words in ${mode.label}`,
      message: untranslatableText(untranslatable),
    });
  };
  const leaveText = (mode: SearchModeDefinition, engine: FlowEngine | undefined) => {
    const { form } = search;
    const from = modeOf(form);
    const time =
      engine && from.loadEngine && mode.hasScope ? builderTime(engine, form, catalog, new Date()) : form.time;
    search.switchMode(mode.id, { time });
    if (!mode.isText && form.text.trim() !== '' && form.text !== from.textOf({}))
      toast.info({
        title: `The form does not show the ${from.label} text`,
        message: `${from.hasScope ? 'Tables and time are those of the text. ' : ''}${from.label} keeps it as it was.`,
      });
  };
  const change = (mode: SearchModeDefinition, engine: FlowEngine | undefined) => {
    const draft = search.draftOf(mode.id);
    const { limit, sortDirection } = search.form;
    if (draft) search.switchMode(mode.id, { ...draft, limit, sortDirection });
    else if (mode.isText) enterText(mode, engine);
    else leaveText(mode, engine);
  };
  /** The form may have changed while the language was loading. */
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  return async (id: SearchMode) => {
    const mine = ++turn.current;
    const mode = modeOf({ mode: id });
    const isText = mode.isText || modeOf(search.form).loadEngine !== undefined;
    const engine = isText ? await loadFlowEngine() : undefined;
    // Another mode was chosen meanwhile, or the screen was left.
    if (mine === turn.current) latest.current(mode, engine);
  };
}
