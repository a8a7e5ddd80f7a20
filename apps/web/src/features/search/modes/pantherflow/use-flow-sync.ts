import { useEffect, useEffectEvent, useState } from 'react';
import type { FlowQueryInfo } from '@margay/query';
import type { Catalog } from '@margay/model';
import { readQueryInfo } from '../../../../editor/pantherflow/flow-functions.ts';
import type { FlowEngine } from '../../../../editor/pantherflow/flow-functions.ts';
import { formAfterText, textAfterChoice } from './flow-sync.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import type { SearchForm } from '../../form/form-values.ts';
import { useFeatureFlag } from '../../../../lib/app-config.ts';
import { reportError } from '../../../../lib/report-error.ts';
import type { Search } from '../../use-search.ts';

/** The form follows the text this long after the last key. */
const syncDelayMs = 250;

/** What the text says of tables and times; that it could not be read is only logged. */
function infoOf(text: string, catalog: Catalog): FlowQueryInfo | undefined {
  try {
    return readQueryInfo(text, catalog, new Date());
  } catch (error) {
    reportError(error, 'reading tables and times of a query');
    return undefined;
  }
}

/**
 * Keeps the dropdowns and the text of a PantherFlow search the same: what is chosen goes into the text, and what the
 * text says into the form. `info` is what the text says, undefined until the language is there.
 */
export function useFlowSync(
  search: Search,
  options: { engine: FlowEngine | undefined; catalog: Catalog; databases: readonly LakeDatabase[] },
) {
  const { engine, catalog, databases } = options;
  const { form } = search;
  const { text } = form;
  const [info, setInfo] = useState<FlowQueryInfo>();
  const isTwoWay = useFeatureFlag('ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC');
  const follow = useEffectEvent(() => {
    const said = infoOf(text, catalog);
    setInfo(said);
    const part = isTwoWay && said ? formAfterText(said, databases, form) : undefined;
    if (part) search.follow(part);
  });
  useEffect(() => {
    if (!engine) return undefined;
    const timer = setTimeout(follow, syncDelayMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what changes what the text says
  }, [engine, text, catalog, isTwoWay]);

  function choose(part: Partial<SearchForm>) {
    const isTime = part.time !== undefined;
    const isScope = part.databases !== undefined || part.tables !== undefined;
    if (!engine || (!isTime && !isScope)) return search.change(part);
    const next = { ...form, ...part };
    const now = engine.queryInfo(form.text, new Date(), catalog);
    search.change({
      ...part,
      text: textAfterChoice(engine, form.text, now, databases, { form: next, isTime }),
    });
  }
  return { info, choose };
}
