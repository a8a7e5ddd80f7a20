import { flowCatalog } from '../../../editor/pantherflow/flow-catalog.ts';
import type { FlowEngine } from '../../../editor/pantherflow/flow-functions.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { filtersOf, narrowed, newGroup } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { searchedTables, tableId } from './filter-fields.ts';
import { flowSelection, flowTime } from '../modes/form-search.ts';
import { builderTime, formAfterText } from '../modes/pantherflow/flow-sync.ts';
import type { SearchForm } from '../form/form-values.ts';
import { modeOf } from '../modes/index.ts';
import { utcText } from '../time/time-frame.ts';
import type { TimeChoice } from '../time/time-frame.ts';
import type { Search } from '../use-search.ts';

/** What can be done to a search from its results; each runs it anew. */
export interface Narrowing {
  addCondition: (condition: Condition) => void;
  /** This condition and no other, no words either. */
  onlyCondition: (condition: Condition) => void;
  /** The tables of one log type, in the databases that are searched. */
  onlyLogType: (logType: string) => void;
  setTime: (from: Date, to: Date) => void;
  /** The same; resolves to the id of the search that runs, undefined where none was started. */
  zoom: (from: Date, to: Date) => Promise<string | undefined>;
}

const nodeOf = (condition: Condition) => {
  const [group] = filtersOf([newGroup([condition])])?.or ?? [];
  const node = group && 'and' in group ? group.and?.[0] : undefined;
  return node && 'operator' in node ? node : undefined;
};

/** Undefined where the search is a text that nothing here can change: it stays as a person wrote it. */
export function useNarrowing(search: Search, databases: readonly LakeDatabase[]): Narrowing | undefined {
  const { form, start } = search;
  const { isText, loadEngine } = modeOf(form);
  if (isText && !loadEngine) return undefined;

  /** Runs the form with changes, or the text as its language changes it. */
  async function run(
    message: string | undefined,
    change: () => Partial<SearchForm>,
    changeText: (engine: FlowEngine) => string | undefined,
  ) {
    const engine = await loadEngine?.();
    const text = engine && changeText(engine);
    if (isText && text === undefined) {
      toast.info({
        title: 'The query text was left as it is',
        message: 'This change cannot be written into it.',
      });
      return undefined;
    }
    const id = await start(text === undefined ? change() : { text });
    // A search that cannot run says so itself.
    if (message !== undefined && id !== undefined) toast.success({ title: message });
    return id;
  }

  const tablesOfType = (logType: string) =>
    searchedTables(databases, form.databases, form.tables).filter((table) => table.logType === logType);
  const zoom = (from: Date, to: Date) => {
    const time: TimeChoice = { kind: 'custom', startTime: utcText(from), endTime: utcText(to) };
    return run(
      undefined,
      () => ({ time }),
      (engine) => engine.setTime(form.text, flowTime(time)),
    );
  };
  return {
    addCondition: (condition) =>
      void run(
        'Filter added successfully',
        () => ({ groups: narrowed(form.groups, condition) }),
        (engine) => withCondition(engine, form.text, condition),
      ),
    onlyCondition: (condition) =>
      void run(
        'Filters replaced successfully',
        () => ({ text: '', groups: [newGroup([condition])] }),
        (engine) => {
          // The form follows the text a moment later, or not at all.
          const now = new Date();
          const catalog = flowCatalog(databases);
          const said = formAfterText(engine.queryInfo(form.text, now, catalog), databases, form);
          const scope = { ...form, ...said, time: builderTime(engine, form, catalog, now) };
          const text = engine.flowTextOf(flowSelection(databases, scope), flowTime(scope.time));
          return withCondition(engine, text, condition);
        },
      ),
    onlyLogType: (logType) => {
      const tables = tablesOfType(logType);
      const chosen = {
        databases: [...new Set(tables.map(({ databaseName }) => databaseName))],
        tables: tables.map(tableId),
      };
      void run(
        'Selected database updated successfully',
        () => chosen,
        (engine) => engine.setSource(form.text, flowSelection(databases, chosen)),
      );
    },
    setTime: (from, to) => void zoom(from, to),
    zoom,
  };
}

function withCondition(engine: FlowEngine, text: string, condition: Condition): string | undefined {
  const node = nodeOf(condition);
  return node && engine.addCondition(text, node);
}
