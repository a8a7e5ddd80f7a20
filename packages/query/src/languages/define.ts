import type { Catalog } from '@margay/model';
import type { Diagnostic } from '../diagnostics.ts';
import type { Relation, TimeRange } from '../ir/relation.ts';
import type { Indicator } from '../searches/indicator-values.ts';
import type { IndicatorSearch } from '../searches/indicator-search.ts';
import type { CompileOptions } from './options.ts';
import type { Visualization } from './pantherflow/visualize.ts';
import type { SearchRequest } from './simple/schema.ts';
import type { Compiled } from './sql/compile-sql.ts';
import type { SummaryOptions } from './summary-options.ts';

/** What a search consists of beside its rows; each is asked for apart. */
export type SearchPart =
  | 'timeline'
  | 'details'
  | 'summary'
  | 'indicatorTables'
  | 'indicatorValues'
  | 'indicatorLately';

/** A search ready to be divided into its parts. */
export interface ReadySearch {
  relation: Relation;
  catalog: Catalog;
  /** What the form says; open for texts that name their tables and times themselves. */
  range: TimeRange;
  /** Details never go beyond so many rows. */
  limit: number;
  /** What open ranges and `now` count from: the start of the search, so that its parts agree. */
  now: Date;
  /** How the text asks for the rows to be drawn. */
  visualize?: Visualization;
  /** Of an indicator search: what it looks for, and how its hits are counted; `lately` in the last 180 days. */
  indicators?: { wanted: Indicator[]; lately: IndicatorSearch['values'] } & Pick<
    IndicatorSearch,
    'tables' | 'values'
  >;
}

/** Faults come back as diagnostics; `search` is there when none is an error. */
export interface CompiledRequest {
  search?: ReadySearch;
  diagnostics: Diagnostic[];
}

/** Something people search in: a form whose fields are the search, or texts that they write. */
export interface SearchLanguage<Id extends string = string> {
  /** As requests, saved searches and the history name it. */
  id: Id;
  /** As people read it. */
  label: string;
  /** How the history of searches calls what was asked. */
  historyKind: 'search' | 'adhoc' | 'pantherflow' | 'indicator';
  /** Parts a search has; empty when it has rows and nothing else. */
  parts: readonly SearchPart[];
  /** Fields of a request that count beside `filters`, `limit` and `sortDir`. */
  reads: readonly ('databases' | 'tables' | 'times')[];
  /** `now` is when the search was started. */
  compile(request: SearchRequest, catalog: Catalog, now: Date): CompiledRequest;
  /** Set where `filters` is a text that people write, keep and run by the clock. */
  text?: TextLanguage;
}

/** What can be done with a text by itself, without a form around it. */
export interface TextLanguage {
  /** Whether a line of the text says that it is of this language, wherever it stands. */
  isMarked(text: string): boolean;
  /** Whether the text starts as texts of this language do. */
  opens(text: string): boolean;
  /** Never throws for what a person typed: faults come back as diagnostics. */
  compile(text: string, catalog: Catalog, options: CompileOptions): Compiled;
  /** The query for the values of a column of this query. */
  summary(text: string, options: SummaryOptions): string;
  /** Whether the text itself limits its rows; undefined where it cannot be read. */
  hasLimit(text: string): boolean | undefined;
  /** Whether the clock takes only texts that limit their rows. */
  needsLimitOnSchedule: boolean;
  /** Whether the text may read tables it does not name: those of tomorrow too. */
  mayNameByPattern(text: string): boolean;
  /** Whether the text may ask for its rows to be drawn; cheap, so that it can be asked of every search. */
  mayDraw(text: string): boolean;
}

/** A search language by one definition; see `languages/index.ts` for those there are. */
export const defineLanguage = <const Id extends string, Language extends SearchLanguage<Id>>(
  language: Language & { id: Id },
): Language => language;
