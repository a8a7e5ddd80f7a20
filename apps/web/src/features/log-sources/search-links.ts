const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The search for the events of a source that matched no schema in the last day. */
export function failuresPath(sourceId: string): string {
  const sql = `SELECT * FROM panther_monitor.public.classification_failures WHERE p_source_id = ${sqlText(sourceId)} ORDER BY p_parse_time DESC LIMIT 100`;
  return `/investigate/search/?${new URLSearchParams({ mode: 'sql', q: sql }).toString()}`;
}

/** The search for the events of a source, over the tables of its log types. */
export function eventsPath(logTypes: readonly string[]): string {
  const params = new URLSearchParams({ databases: 'panther_logs' });
  if (logTypes.length > 0) params.set('tables', logTypes.map(tableOf).join(','));
  return `/investigate/search/?${params.toString()}`;
}

function tableOf(logType: string): string {
  return logType.toLowerCase().replaceAll('.', '_');
}
