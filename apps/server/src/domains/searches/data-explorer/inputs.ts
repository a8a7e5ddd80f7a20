import { invalidInput } from '@margay/kit';
import { indicatorFields, lakeDatabases } from '@margay/model';
import { indicatorsText, listOf, markedLanguage, maxIndicators } from '@margay/query';
import { defaultLimit, type SearchParamsInput } from '../schema.ts';

/** A database's name as clients write it, with or without its schema. Throws when there is no such database. */
export function databaseNamed(name: string): string {
  const plain = name.toLowerCase().replace(/\.public$/, '');
  const found = lakeDatabases.find((database) => database === plain);
  if (found) return found;
  throw invalidInput(
    `There is no database "${name.slice(0, 100)}". Use one of ${lakeDatabases.join(', ')}.`,
    {
      details: { field: 'databaseName' },
    },
  );
}

/** A text with a limit of its own gives what it asks for, up to this. */
const maxRows = 1_000_000;

/** What a query text of the Data Explorer asks for; SQL unless a line of it says otherwise. */
export function sqlParams(input: {
  sql: string;
  databaseName?: string | null;
  savedQueryId?: string | null;
}): SearchParamsInput {
  const { sql, databaseName, savedQueryId } = input;
  const { id: language, text } = markedLanguage(sql, 'sql');
  return {
    language,
    filters: sql,
    limit: text.hasLimit(sql) ? maxRows : defaultLimit,
    ...(databaseName ? { databases: [databaseNamed(databaseName)] } : {}),
    ...(savedQueryId ? { savedQueryId } : {}),
  };
}

export interface IndicatorInput {
  indicators: readonly string[];
  indicatorName?: string | null;
  startTime: Date;
  endTime: Date;
  databases?: readonly string[] | null;
  tables?: readonly string[] | null;
}

/** Throws for a kind of indicator that is not known, and for values that are no indicators. */
export function indicatorParams(input: IndicatorInput): SearchParamsInput {
  const { indicators, startTime, endTime, databases, tables } = input;
  if (indicators.length > maxIndicators)
    throw invalidInput(
      `There are ${indicators.length} indicators. Search for at most ${maxIndicators} at once.`,
      { details: { field: 'indicators' } },
    );
  const { indicators: wanted, invalid } = listOf(withField(indicators, input.indicatorName));
  const [first] = invalid;
  if (first)
    throw invalidInput(`"${first.text.slice(0, 100)}" is no indicator: ${first.reason}.`, {
      details: { field: 'indicators' },
    });
  return {
    language: 'indicators',
    filters: indicatorsText(wanted),
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    ...(databases ? { databases: [...databases] } : {}),
    ...(tables ? { tables: [...tables] } : {}),
  };
}

function withField(indicators: readonly string[], name: string | null | undefined): readonly string[] {
  if (!name || name === 'AutoDetectType') return indicators;
  if (indicatorFields.some((field) => field === name)) return indicators.map((value) => `${name}=${value}`);
  throw invalidInput(
    `There is no kind of indicator "${name.slice(0, 100)}". Use AutoDetectType or one of ${indicatorFields.join(', ')}.`,
    { details: { field: 'indicatorName' } },
  );
}
