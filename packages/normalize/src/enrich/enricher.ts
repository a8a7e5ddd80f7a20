import type { IndicatorField } from '@margay/model';
import { stringifyJson } from '@margay/kit';
import { compileSelector, type Selector } from './selectors.ts';
import { openTableImage, type TableImage } from './table-image.ts';

/** Which values of events of a log type a table is asked for; no selectors: its key's indicator. */
export interface LogTypeSelectors {
  logType: string;
  selectors: string[];
}

/** A table as a thread gets it. Its image is shared, so that sending it copies nothing. */
export interface EnrichmentTable {
  name: string;
  image: SharedArrayBuffer;
  /** Empty: every log type, through the indicator. */
  logTypes: LogTypeSelectors[];
  indicator: IndicatorField | null;
}

/** Adds what the tables know to an event, as `p_enrichment`. `now` is in milliseconds since 1970. */
export type EnrichEvent = (event: Record<string, unknown>, now: number) => void;

/** The tables at one moment. */
export interface Enricher {
  /** Undefined when no table selects the log type: its events then pass without any work. */
  forLogType(logType: string): EnrichEvent | undefined;
}

/** One selector gives no more rows than this. */
const mostMatches = 100;
/** Characters of JSON that `p_enrichment` of one event may have. */
const mostCharacters = 1024 * 1024;

interface Lookup {
  table: string;
  image: TableImage;
  selectors: readonly Selector[];
}

/** Opens the tables; selectors of a log type are compiled when the first event of it comes. */
export function createEnricher(tables: readonly EnrichmentTable[]): Enricher {
  const opened = tables.map((table) => ({ ...table, opened: openTableImage(table.image) }));
  const known = new Map<string, EnrichEvent | undefined>();
  return {
    forLogType(logType) {
      if (opened.length === 0) return undefined;
      if (known.has(logType)) return known.get(logType);
      const lookups = opened.flatMap((table): Lookup[] => {
        const selectors = selectorsFor(table, logType);
        return selectors.length === 0 ? [] : [{ table: table.name, image: table.opened, selectors }];
      });
      const enrich = lookups.length === 0 ? undefined : enrichWith(lookups);
      known.set(logType, enrich);
      return enrich;
    },
  };
}

function selectorsFor({ logTypes, indicator }: EnrichmentTable, logType: string): Selector[] {
  const automatic = indicator === null ? [] : [indicator];
  const own = logTypes.find((entry) => entry.logType.toLowerCase() === logType.toLowerCase());
  const texts = logTypes.length === 0 || own?.selectors.length === 0 ? automatic : (own?.selectors ?? []);
  return texts.flatMap((text) => compileSelector(text) ?? []);
}

function enrichWith(lookups: readonly Lookup[]): EnrichEvent {
  return (event, now) => {
    const enrichment: Record<string, Record<string, unknown>> = {};
    let characters = 0;
    for (const { table, image, selectors } of lookups) {
      for (const { name, read } of selectors) {
        const found = matchesOf(image, read(event), now);
        if (found === undefined) continue;
        characters += stringifyJson(found).length;
        if (characters > mostCharacters) break;
        (enrichment[table] ??= {})[name] = found;
      }
    }
    if (characters > 0 && Object.keys(enrichment).length > 0) event['p_enrichment'] = enrichment;
  };
}

/** The row of one value, the rows of a list, or undefined when nothing matches. */
function matchesOf(image: TableImage, value: unknown, now: number): unknown {
  const matchOf = (one: unknown) => {
    const row = image.find(one, now);
    return row && { ...row, p_match: one };
  };
  if (!Array.isArray(value)) return matchOf(value);
  const found: unknown[] = [];
  for (const one of value) {
    const match = matchOf(one);
    if (match !== undefined) found.push(match);
    if (found.length === mostMatches) break;
  }
  return found.length === 0 ? undefined : found;
}
