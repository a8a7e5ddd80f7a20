import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import { ChartProperty, TableProperty } from './schema.ts';

export interface StoredUserConfig {
  searchId: string;
  personId: string;
  /** Log-type access of the person when it was written: names of columns tell of tables too. */
  accessKey: string;
  tableProperties: TableProperty[];
  chartProperties: ChartProperty[];
}

interface ConfigRow {
  search_id: string;
  person_id: string;
  access_key: string;
  table_properties: unknown;
  chart_properties: unknown;
}

/** What this person chose for a search, or else what its author chose. */
export async function findUserConfig(
  sql: Sql,
  searchId: string,
  people: { personId: string; authorId: string },
): Promise<StoredUserConfig | undefined> {
  const row = await firstRow<ConfigRow>(
    sql,
    `select search_id, person_id, access_key, table_properties, chart_properties from search_user_configs
     where search_id = $1 and person_id in ($2, $3) order by (person_id = $2) desc limit 1`,
    [searchId, people.personId, people.authorId],
  );
  return (
    row && {
      searchId: row.search_id,
      personId: row.person_id,
      accessKey: row.access_key,
      tableProperties: z.array(TableProperty).parse(row.table_properties),
      chartProperties: z.array(ChartProperty).parse(row.chart_properties),
    }
  );
}

/** Takes the place of what the person chose before. */
export async function putUserConfig(sql: Sql, config: StoredUserConfig, at: Date): Promise<void> {
  await sql.query(
    `insert into search_user_configs (search_id, person_id, access_key, table_properties, chart_properties, updated_at)
     values ($1, $2, $3, $4::jsonb, $5::jsonb, $6)
     on conflict (search_id, person_id) do update set access_key = excluded.access_key,
       table_properties = excluded.table_properties, chart_properties = excluded.chart_properties,
       updated_at = excluded.updated_at`,
    [
      config.searchId,
      config.personId,
      config.accessKey,
      JSON.stringify(config.tableProperties),
      JSON.stringify(config.chartProperties),
      at,
    ],
  );
}
