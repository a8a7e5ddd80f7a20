import type { Catalog, CatalogTable, FieldType } from '@margay/model';
import {
  completionsAt,
  flowFunctions,
  hoverAt,
  inlayHints,
  parsePantherFlow,
  queryInfo,
  signatureHelpAt,
} from '@margay/query';
import type { FlowKnowledge } from '@margay/query';
import { defineBenchmark, percentile } from './support/figure.ts';

const columnCount = 500;
const lineCount = 200;
/** A key that is held down repeats about sixty times a second. */
const frameMs = 16;

const string: FieldType = { kind: 'string' };
const types: FieldType[] = [
  string,
  { kind: 'bigint' },
  { kind: 'timestamp' },
  { kind: 'array', element: string },
  {
    kind: 'object',
    fields: Array.from({ length: 8 }, (_, index) => ({ name: `field${index}`, type: string })),
  },
];

function wideTable(name: string): CatalogTable {
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    name: index === 0 ? 'p_event_time' : `column${index}`,
    type: index === 0 ? types[2]! : types[index % types.length]!,
    isStandard: false,
    storage: { kind: 'json' as const, column: `column${index}` },
  }));
  return { database: 'panther_logs', name, displayName: name, columns };
}

const tables = Array.from({ length: 20 }, (_, index) => wideTable(`wide_${index}`));
const catalog: Catalog = {
  tables: () => tables,
  find: (database, name) => tables.find((table) => table.database === database && table.name === name),
};
const knowledge: FlowKnowledge = { catalog, functions: flowFunctions, valuesOf: () => [] };

/** Variables, extends, conditions over lines, a join and a summarize, as long queries of people are. */
function longQuery(): string {
  const lines = [
    'let window = 1d;',
    'let logins = wide_1 | where column1 == 5 | summarize n = agg.count() by column5;',
  ];
  lines.push('union panther_logs.public.*', '| where p_event_time > time.ago(window)');
  for (let index = 1; lines.length < lineCount - 12; index++)
    lines.push(
      index % 3 === 0
        ? `| extend extra${index} = strings.cat(column${index}, '-', coalesce(column${index + 5}, 'none'))`
        : `| where column${index * 5} == 'value' or not strings.contains(column${index * 5 + 5}, 'x') and column4.field1 != null`,
    );
  lines.push(
    '| join kind=leftouter known=(',
    '    logins | where n > 3',
    '  ) on $left.column5 == $right.column5',
    '| extend isKnown = known.n != null',
    "| extend hour = time.trunc('hour', p_event_time)",
    '| where strings.starts_with(column10, known.column5)',
    '| where column4.field2 in toscalar(wide_3 | summarize agg.make_set(column5))',
    '| extend many = arrays.filter(column3, fn (item) { item != column15 })',
    '| where arrays.len(many) between 1 .. 20',
    '| where colu',
    '| summarize rows = agg.count(), users = agg.count_distinct(column5) by hour, isKnown',
    '| sort rows desc',
  );
  return lines.join('\n');
}

export const benchmark = defineBenchmark({
  name: 'pantherflow-editor',
  description: `a key in the PantherFlow editor: ${lineCount} lines over 20 tables of ${columnCount} columns`,
  async run(report) {
    const text = longQuery();
    const cursor = text.indexOf('| where colu\n') + '| where colu'.length;
    const inCall = text.indexOf('known.column5)');
    const now = new Date(0);
    const calls: [name: string, call: (typed: string) => unknown][] = [
      ['diagnostics', (typed) => parsePantherFlow(typed).tree.body],
      ['completion', (typed) => completionsAt(typed, cursor, knowledge)?.items.length],
      ['hover', (typed) => hoverAt(typed, inCall + 1, knowledge)?.title],
      ['signature help', (typed) => signatureHelpAt(typed, inCall, knowledge)?.label],
      ['inlay hints', (typed) => inlayHints(typed, knowledge).length],
      ['query info', (typed) => queryInfo(typed, now, catalog).tables.length],
    ];
    const figures = [];
    for (const [name, call] of calls) {
      const times: number[] = [];
      let isCorrect = true;
      for (let round = 0; round < 300; round++) {
        // Another text each time, as typing makes it, so that nothing is remembered.
        const typed = `${text}\n// ${round}`;
        const startedAt = performance.now();
        isCorrect = Boolean(call(typed)) && isCorrect;
        times.push(performance.now() - startedAt);
      }
      const p95 = percentile(times, 0.95);
      report(`${name}: p50 ${percentile(times, 0.5).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
      figures.push({
        name: `PantherFlow editor, ${name}, p95`,
        unit: 'ms',
        ours: p95,
        peer: null,
        ratio: p95,
        floor: frameMs,
        aim: frameMs / 4,
        better: 'lower' as const,
        isCorrect,
      });
    }
    return figures;
  },
});
