import { timeFrames } from '@margay/query';
import type { FlowQueryInfo, Translation } from '@margay/query';
import type { Catalog } from '@margay/model';
import { flowCatalog } from '../../../../editor/pantherflow/flow-catalog.ts';
import type { FlowEngine } from '../../../../editor/pantherflow/flow-functions.ts';
import { searchedTables, tableId, tablesOf } from '../../conditions/filter-fields.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import { flowSelection, flowTime, formSearchOf } from '../form-search.ts';
import type { SearchForm } from '../../form/form-values.ts';
import { defaultTime, utcText } from '../../time/time-frame.ts';
import type { TimeChoice } from '../../time/time-frame.ts';

export const overrideText = 'Dropdown selection not in use because query text contains an override';

const unreadableText =
  'There was an error parsing the PantherFlow query. Please check the editor for errors.';

/** What the form says of an error of the text: a list of faults is the editor's matter. */
export function syncErrorText(message: string): string {
  try {
    return Array.isArray(JSON.parse(message)) ? unreadableText : message;
  } catch {
    return message;
  }
}

export type FormScope = Pick<SearchForm, 'databases' | 'tables' | 'time'>;

/** The text after a choice in the form. What the text leaves to the form stays there. */
export function textAfterChoice(
  engine: FlowEngine,
  text: string,
  info: FlowQueryInfo,
  databases: readonly LakeDatabase[],
  choice: { form: SearchForm; isTime: boolean },
): string {
  const { form, isTime } = choice;
  if (isTime) return info.fixesTables || info.time ? engine.setTime(text, flowTime(form.time)) : text;
  return info.fixesTables ? engine.setSource(text, flowSelection(databases, form)) : text;
}

/** What a text says about the form and the form does not have yet; undefined when there is nothing. */
export function formAfterText(
  info: FlowQueryInfo,
  databases: readonly LakeDatabase[],
  form: FormScope,
): Partial<FormScope> | undefined {
  if (!info.isReadable) return undefined;
  const scope = scopeAfterText(info, databases, form);
  const time = timeAfterText(info, form.time);
  return scope || time ? { ...scope, ...(time && { time }) } : undefined;
}

function scopeAfterText(info: FlowQueryInfo, databases: readonly LakeDatabase[], form: FormScope) {
  if (!info.fixesTables || info.tables.length === 0) return undefined;
  const wanted = info.tables.map(({ database, name }) => `${database}.${name}`);
  const shown = searchedTables(databases, form.databases, form.tables).map(tableId);
  if (isSameSet(wanted, shown)) return undefined;
  // All tables of some databases are those databases.
  const isWhole = isSameSet(wanted, tablesOf(databases, info.databases).map(tableId));
  return { databases: info.databases, tables: isWhole ? [] : wanted };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one);
  return names.size === other.length && other.every((name) => names.has(name));
}

/** A relative start cannot be shown as two times; what the form has stays then. */
function timeAfterText({ fixesTables, time }: FlowQueryInfo, before: TimeChoice): TimeChoice | undefined {
  if (!time)
    return fixesTables && flowTime(before) !== undefined ? { kind: 'preset', id: 'AllTime' } : undefined;
  const { start, end } = time;
  if (start?.isRelative || end?.isRelative) return undefined;
  const next: TimeChoice = {
    kind: 'custom',
    startTime: start ? utcText(start.ms) : '',
    endTime: end ? utcText(end.ms) : '',
  };
  const isSame =
    before.kind === 'custom' && before.startTime === next.startTime && before.endTime === next.endTime;
  return isSame ? undefined : next;
}

/** A text that finds what the form of the builder finds, or what of it the language has no words for. */
export function flowOfForm(
  engine: FlowEngine,
  databases: readonly LakeDatabase[],
  form: SearchForm,
): Translation {
  const asked = formSearchOf(databases, form);
  const translation = engine.flowOfFilters(asked, flowCatalog(databases));
  if (Object.keys(asked.filters).length > 0) return translation;
  // Chosen logs beside chosen findings are events, which only the form can name.
  const isChosen = form.databases.length > 0 || form.tables.length > 0;
  if (isChosen && translation.text?.startsWith('|')) return translation;
  return { text: engine.flowTextOf(flowSelection(databases, form), flowTime(form.time)) };
}

/** A minute is as near as a text and a preset can be. */
const nearMs = 60_000;

/** The time a text asks for as the builder has it. Open ends are now; a relative start becomes its preset, or a moment. */
export function builderTime(engine: FlowEngine, form: SearchForm, catalog: Catalog, now: Date): TimeChoice {
  const { time, fixesTables } = engine.queryInfo(form.text, now, catalog);
  if (!time) return fixesTables ? { kind: 'preset', id: 'AllTime' } : closed(form.time, now);
  const { start, end } = time;
  const length = start?.isRelative && !end ? now.getTime() - start.ms : undefined;
  const frame =
    length === undefined
      ? undefined
      : timeFrames.find(({ lengthMs }) => lengthMs !== undefined && Math.abs(lengthMs - length) < nearMs);
  if (frame) return { kind: 'preset', id: frame.id };
  const startTime = start ? utcText(start.ms) : '';
  return closed({ kind: 'custom', startTime, endTime: end ? utcText(end.ms) : '' }, now);
}

function closed(time: TimeChoice, now: Date): TimeChoice {
  if (time.kind !== 'custom' || (time.startTime !== '' && time.endTime !== '')) return time;
  if (time.startTime === '' && time.endTime === '') return defaultTime;
  return {
    kind: 'custom',
    startTime: time.startTime || utcText(0),
    endTime: time.endTime || utcText(now),
  };
}
