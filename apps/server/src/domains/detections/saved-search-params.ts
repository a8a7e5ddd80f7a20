import { invalidInput } from '@margay/kit';
import { languageOfText, relativeRange, relativeUnits } from '@margay/query';
import type { SearchParamsInput } from '../searches/index.ts';
import { isOfFirstForm, type SavedQueryDefinition, type SearchForm } from './kinds/saved-query.ts';

/** Start and end that stand for "not set". */
const zeroTime = '0001-01-01T00:00:00Z';
const isSet = (time: string | undefined): time is string =>
  time !== undefined && time !== '' && Date.parse(time) > Date.parse(zeroTime);

/** The search a saved query stands for, to run it once: its text, or the fields of the search form. */
export function searchParamsOf({ text, form }: SavedQueryDefinition, now: Date): SearchParamsInput {
  const { databases = [], tables = [] } = form ?? {};
  if (isOfFirstForm(text, form))
    throw invalidInput(
      'This saved query is in the first form of searches. Open it in the search and save it there to run it.',
    );
  if (text === '') return formParamsOf({ form }, now);
  const times = timesOf(form ?? {}, now);
  const { id: language, reads } = languageOfText(text);
  const scope = reads.some((field) => field === 'tables') ? { tables, ...times } : {};
  return {
    language,
    filters: text,
    ...(databases.length === 0 ? {} : { databases }),
    ...scope,
    ...orderOf(form ?? {}),
  };
}

/** What the fields of the form ask for, whatever text stands beside them. */
export function formParamsOf(
  { form }: Pick<SavedQueryDefinition, 'form'>,
  now: Date,
): SearchParamsInput & { language: 'simplesearch' } {
  const { databases = [], tables = [], simpleSearchQueryFilter: filters = '' } = form ?? {};
  return {
    language: 'simplesearch',
    filters,
    databases,
    tables,
    ...timesOf(form ?? {}, now),
    ...orderOf(form ?? {}),
  };
}

const orderOf = ({ limit, sortDirection }: Partial<SearchForm>) => ({
  ...(limit === undefined ? {} : { limit }),
  ...(sortDirection === undefined ? {} : { sortDir: sortDirection }),
});

type FormTimes = Pick<
  NonNullable<SavedQueryDefinition['form']>,
  'startTime' | 'endTime' | 'relativeTime' | 'relativeNumberVal' | 'relativeTimeUnit'
>;

/** No relative time, and neither start nor end: all time. */
function timesOf(
  form: FormTimes,
  now: Date,
): Pick<SearchParamsInput, 'relativeTime' | 'startTime' | 'endTime'> {
  const { relativeTime, relativeNumberVal: count, startTime, endTime } = form;
  const unit = relativeUnits.find((name) => name === form.relativeTimeUnit);
  if (relativeTime) return { relativeTime };
  if (count !== undefined && unit !== undefined) {
    const { fromMs, toMs } = relativeRange(count, unit, now);
    return {
      ...(fromMs === undefined ? {} : { startTime: new Date(fromMs).toISOString() }),
      ...(toMs === undefined ? {} : { endTime: new Date(toMs).toISOString() }),
    };
  }
  return {
    ...(isSet(startTime) ? { startTime } : {}),
    ...(isSet(endTime) ? { endTime } : {}),
  };
}
