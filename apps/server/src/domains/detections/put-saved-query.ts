import { invalidInput } from '@margay/kit';
import { languageOfText } from '@margay/query';
import { scheduleFault } from './schedule.ts';
import { isOfFirstForm, type SavedQueryDefinition, type SearchForm } from './kinds/saved-query.ts';
import type { ContentRecord } from './store.ts';
import type { PutItem } from './writing.ts';

type Given<T> = T | null | undefined;

/** What an editor sends of a saved query: the text in one of three forms, and the fields of the search form. */
export interface SavedQueryInput {
  id?: Given<string>;
  versionId?: Given<string>;
  name: string;
  description?: Given<string>;
  tags?: Given<string[]>;
  /** SQL. */
  sqlQuery?: Given<string>;
  /** PantherFlow. */
  query?: Given<string>;
  simpleSearchQueryFilter?: Given<string>;
  queryCookie?: Given<string>;
  startTime?: Given<string>;
  endTime?: Given<string>;
  databases?: Given<string[]>;
  tables?: Given<string[]>;
  limit?: Given<number>;
  relativeTime?: Given<string>;
  relativeNumberVal?: Given<number>;
  relativeTimeUnit?: Given<string>;
  sortDirection?: Given<'ascending' | 'descending'>;
  schedule?: Given<{
    rateMinutes?: Given<number>;
    cron?: Given<string>;
    timeoutMinutes: number;
    disabled: boolean;
  }>;
}

function formOf(input: SavedQueryInput): SearchForm {
  const { startTime, endTime, limit, relativeTime, relativeNumberVal, relativeTimeUnit } = input;
  const { simpleSearchQueryFilter, queryCookie, sortDirection } = input;
  const said = {
    simpleSearchQueryFilter,
    queryCookie,
    startTime,
    endTime,
    limit,
    relativeTime,
    relativeNumberVal,
    relativeTimeUnit,
    sortDirection,
  };
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value != null));
  return { ...given, databases: input.databases ?? [], tables: input.tables ?? [] };
}

/** What is to be stored. Files say of a schedule more than an editor: recipients and windows stay as they were. */
export function putQueryOf(
  input: SavedQueryInput,
  before: ContentRecord<'SAVED_QUERY'> | undefined,
): PutItem<'SAVED_QUERY'> {
  const isNew = input.id == null || input.id === '';
  if (!isNew && input.id !== input.name) {
    throw invalidInput(
      `The saved query ${input.id} cannot be renamed to ${input.name}, because scheduled rules refer to it by its name. Save it as a new one.`,
      { details: { field: 'name' } },
    );
  }
  const text = input.query || input.sqlQuery || '';
  if (text === '' && !input.simpleSearchQueryFilter && !input.queryCookie) {
    throw invalidInput(`The saved query ${input.name} is empty. Give sqlQuery, query or a search filter.`, {
      details: { field: 'sqlQuery' },
    });
  }
  const { schedule } = input;
  if (schedule != null && isOfFirstForm(text, formOf(input))) {
    throw invalidInput(
      `The saved query ${input.name} is in the first form of searches, which no schedule can run. Open it in the search, save it there, then schedule it.`,
      { details: { field: 'schedule' } },
    );
  }
  const definition: SavedQueryDefinition = {
    ...before?.definition,
    description: input.description ?? '',
    tags: input.tags ?? [],
    text,
    key: before?.definition.key ?? 'Query',
    form: formOf(input),
    schedule:
      schedule == null
        ? undefined
        : {
            ...(schedule.cron ? { cron: schedule.cron } : {}),
            ...(schedule.rateMinutes == null ? {} : { rateMinutes: schedule.rateMinutes }),
            timeoutMinutes: schedule.timeoutMinutes,
          },
  };
  assertSchedulable(input.name, definition);
  return {
    kind: 'SAVED_QUERY',
    id: input.name,
    isNew,
    enabled: schedule == null || !schedule.disabled,
    versionId: input.versionId ?? undefined,
    definition,
  };
}

/** What only people are asked for: files of other products come without a limit, and a run has one of its own. */
function assertSchedulable(name: string, { schedule, text }: SavedQueryDefinition): void {
  if (schedule === undefined) return;
  const fault = schedule.cron === undefined ? undefined : scheduleFault(schedule);
  if (fault !== undefined) {
    throw invalidInput(`The saved query ${name}, schedule: ${fault}`, { details: { field: 'schedule' } });
  }
  const { text: language } = languageOfText(text);
  if (!language.needsLimitOnSchedule || language.hasLimit(text) !== false) return;
  throw invalidInput(
    `The saved query ${name}, sqlQuery: a scheduled query needs a limit. Add LIMIT and a number at its end.`,
    { details: { field: 'sqlQuery' } },
  );
}
