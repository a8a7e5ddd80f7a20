const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Selects the events of a source that matched no schema, newest first. */
export function failedEventsSql(sourceId: string, columns: string, limit: number): string {
  return `SELECT ${columns} FROM panther_monitor.public.classification_failures WHERE p_source_id = ${sqlText(sourceId)} ORDER BY p_parse_time DESC LIMIT ${limit}`;
}
