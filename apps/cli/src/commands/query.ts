import * as z from 'zod';
import type { CliCommand, Terminal } from '../command.ts';
import { connect, RequestFailed } from '../server-client.ts';

const Result = z.object({
  runQuery: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }),
});
const Place = z.object({ details: z.object({ line: z.number(), column: z.number() }) });

const document = `mutation ($input: RunQueryInput!) { runQuery(input: $input) { columns rows } }`;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function printTable(terminal: Terminal, columns: string[], rows: unknown[][]): void {
  const texts = rows.map((row) => row.map(cellText));
  const widths = columns.map((name, i) =>
    Math.min(60, Math.max(name.length, ...texts.map((row) => row[i]?.length ?? 0))),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  terminal.out(line(columns));
  terminal.out(widths.map((width) => '─'.repeat(width)).join('  '));
  for (const row of texts) terminal.out(line(row));
  terminal.out(`${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`);
}

/** Asks the data lake of a running server. */
export const query: CliCommand = {
  name: 'query',
  register(program, terminal) {
    program
      .command('query')
      .description('ask the data lake of a running server')
      .argument('<text>', 'the query')
      .option('--language <language>', 'sql or pantherflow', 'sql')
      .option('--json', 'print {"columns": […], "rows": […]}')
      .action(async (text: string, options: { language: string; json?: boolean }) => {
        try {
          const client = await connect(terminal.environment);
          const data = await client.graphql(document, { input: { language: options.language, text } });
          const { columns, rows } = Result.parse(data).runQuery;
          if (options.json === true) terminal.out(JSON.stringify({ columns, rows }));
          else printTable(terminal, columns, rows);
        } catch (error) {
          if (!(error instanceof RequestFailed)) throw error;
          const place = Place.safeParse(error.extensions);
          const where = place.success ? `${place.data.details.line}:${place.data.details.column} ` : '';
          terminal.err(`${where}${error.message}`);
          process.exitCode = 1;
        }
      });
  },
};
