import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { flowCatalog } from '../../../editor/pantherflow/flow-catalog.ts';
import type { FlowEngine } from '../../../editor/pantherflow/flow-functions.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { loadFlowEngine } from '../../../editor/pantherflow/load-engine.ts';
import { untranslatableText } from '../modes/form-search.ts';
import { builderTime } from '../modes/pantherflow/flow-sync.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import type { SearchForm } from './form-values.ts';
import { modeOf } from '../modes/index.ts';
import type { SearchModeDefinition } from '../modes/mode.ts';
import type { SearchMode } from '../search-modes.ts';
import type { Search } from '../use-search.ts';

/**
 * Changes the mode of the search. A mode that was left is as it was, if nothing was changed since. A text that nobody
 * changed stands for the form it was made from, in every language. Of a changed text another language and the form take
 * databases, tables and time at most, and a message says what they do not have.
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
    const source = search.source();
    if (!engine || !mode.textOfForm || (!source && !mode.hasScope)) {
      search.switchMode(mode.id, { text: mode.textOf({}) });
      return sayLeftBehind(search, form, mode);
    }
    const asked = source ?? { ...form, text: '', groups: [] };
    const { text, untranslatable } = mode.textOfForm(engine, databases, asked);
    if (text === undefined)
      return toast.info({
        title: `This search has no words in ${mode.label}`,
        message: untranslatableText(untranslatable),
      });
    const { databases: chosen, tables, time } = asked;
    search.switchMode(mode.id, { text, databases: chosen, tables, time });
    return source ? undefined : sayLeftBehind(search, form, mode);
  };
  const leaveText = (mode: SearchModeDefinition, engine: FlowEngine | undefined) => {
    const { form } = search;
    const source = search.source();
    if (source) {
      const { limit, sortDirection } = form;
      return search.switchMode(mode.id, { ...source, limit, sortDirection });
    }
    const from = modeOf(form);
    const time =
      engine && from.loadEngine && mode.hasScope ? builderTime(engine, form, catalog, new Date()) : form.time;
    search.switchMode(mode.id, { time });
    return sayLeftBehind(search, form, mode);
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

const saysSomething = ({ text, groups }: SearchForm) => text.trim() !== '' || groups.length > 0;

/** Says what of a search is not in the mode it was left for, and where it still is. */
function sayLeftBehind(search: Search, left: SearchForm, mode: SearchModeDefinition): void {
  const from = modeOf(left);
  const keeps = `${from.label} keeps it as it was, until you change something here.`;
  if (!from.isText) {
    if (!saysSomething(left)) return;
    toast.info({ title: `The search could not be written in ${mode.label}`, message: keeps });
    return;
  }
  const former = mode.isText ? undefined : search.formerOf(mode.id);
  const hadConditions = former !== undefined && saysSomething(former);
  const isOwn = left.text.trim() !== '' && left.text !== from.textOf({});
  if (!isOwn && !hadConditions) return;
  const scope = from.hasScope
    ? 'Tables and time are those of the text; its conditions are not in the form.'
    : 'Its conditions, tables and time are not in the form.';
  toast.info(
    mode.isText
      ? {
          title: `The ${from.label} text was not turned into ${mode.label}`,
          message: `${beginning(from, mode)} ${keeps}`,
        }
      : {
          title: `The form does not show the ${from.label} text`,
          message: [scope, hadConditions && 'What the form searched for before is left out, too.', keeps]
            .filter(Boolean)
            .join(' '),
        },
  );
}

/** What the text of the other language begins with. */
function beginning(from: SearchModeDefinition, mode: SearchModeDefinition): string {
  if (!mode.hasScope) return `${mode.label} begins empty.`;
  return `${mode.label} begins with the tables and the time of the form, without what the ${from.label} text asks.`;
}
