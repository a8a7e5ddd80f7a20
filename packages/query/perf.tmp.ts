import * as q from './src/index.ts';
import { storageOf, catalogOf } from './src/testing/catalog.ts';
const s = { kind: 'string' } as const;
const fields = (): [string, import('@margay/model').FieldType][] => [
  ...Array.from({ length: 80 }, (_, i) => [`f${i}`, s] as [string, typeof s]),
  ['p_event_time', { kind: 'timestamp' }],
  ['p_log_type', s],
  ['p_row_id', s],
  [
    'p_udm',
    {
      kind: 'object',
      fields: Array.from({ length: 3 }, (_, j) => ({
        name: `o${j}`,
        type: {
          kind: 'object' as const,
          fields: Array.from({ length: 7 }, (_, i) => ({ name: `u${i}`, type: s })),
        },
      })),
    },
  ],
];
const tables = Array.from({ length: 200 }, (_, t) => ({
  database: 'panther_logs' as const,
  name: `t${t}`,
  displayName: '',
  logType: `T${t}`,
  overflowColumn: 'o',
  rawColumn: 'r',
  columns: fields().map(([name, type]) => ({
    name,
    type,
    isStandard: false,
    storage: storageOf([name], type),
  })),
}));
const catalog = catalogOf(tables);
const now = new Date('2024-05-02T00:00:00Z');
const simple = () =>
  q.compileSimpleSearch(
    q.searchRequestSchema.parse({
      limit: 1000,
      databases: ['panther_logs'],
      relativeTime: 'P3D',
      filters: '',
    }),
    catalog,
    { now },
  );
for (let i = 0; i < 6; i++) {
  let t = performance.now();
  const r = simple();
  const a = performance.now() - t;
  t = performance.now();
  const tl = q.timelineOf(r.relation!, catalog, {}, { buckets: 60, now })!;
  const b = performance.now() - t;
  t = performance.now();
  const x = q.toClickHouse(tl.relation, catalog);
  const c = performance.now() - t;
  t = performance.now();
  const su = q.columnSummaryOf(r.relation!, catalog, ['f1', 'f2', 'f3', 'f4', 'f5'], 10)!;
  const d = performance.now() - t;
  t = performance.now();
  const y = q.toClickHouse(su, catalog);
  const e = performance.now() - t;
  console.log({
    simple: a,
    timeline: b,
    toCH: c,
    summary: d,
    toCH2: e,
    kb: r.query!.sql.length / 1024,
    kb2: x.sql.length / 1024,
    kb3: y.sql.length / 1024,
  });
}
