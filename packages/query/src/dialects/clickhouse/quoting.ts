/** The only two places where a name becomes part of SQL. Names come from the catalog, never from a query's text. */
export function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** A constant of our own making, such as the key of a JSON object. Values of people are bound as parameters. */
export function quoteText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
