/** Text as a ClickHouse string literal. `\` and `'` are what could end it early. */
export function stringLiteral(text: string): string {
  return `'${text.replace(/[\\'\0\n\r\t]/g, (character) => literalEscapes[character] ?? character)}'`;
}

const literalEscapes: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Any name as a quoted identifier. */
export function identifier(name: string): string {
  return `\`${name.replace(/[\\`]/g, (character) => `\\${character}`)}\``;
}

/** Of a table in one of our databases. */
export interface TableName {
  database: string;
  table: string;
}

export function tableReference({ database, table }: TableName): string {
  return `${identifier(database)}.${identifier(table)}`;
}

/**
 * A value in the text form query parameters are sent in: a top-level string with the escapes of tab-separated
 * values and without quotes, NULL as `\N`, everything else as a literal.
 * https://clickhouse.com/docs/interfaces/http (query parameters, special characters)
 */
export function parameterText(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') {
    return value.replace(/[\\\0\n\r\t]/g, (character) => literalEscapes[character] ?? character);
  }
  if (value instanceof Date) return dateText(value);
  return literal(value);
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  if (value instanceof Date) return stringLiteral(dateText(value));
  switch (typeof value) {
    case 'string':
      return stringLiteral(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'number':
      return numberText(value);
    default:
      throw new TypeError(`A query parameter cannot be a ${typeof value}`);
  }
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (value === Infinity) return 'inf';
  return value === -Infinity ? '-inf' : String(value);
}

function dateText(value: Date): string {
  return value.toISOString().replace('T', ' ').replace('Z', '');
}
