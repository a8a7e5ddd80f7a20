import { csvCell, valueAt } from '@margay/kit';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../lib/data-lake/csv.ts';
import { targetOf } from '../conditions/event-filters.ts';
import { filterFieldsOf } from '../conditions/filter-fields.ts';
import type { ResultEdge, SearchResults } from '../../../lib/data-lake/queries.ts';
import { readChoice, tellingColumns } from './result-columns.ts';
import { timelineOf } from '../time/timeline-data.ts';

describe('CSV', () => {
  it('[001-2.64] writes what is shown, quoted where it must be', () => {
    const rows = [
      { a: 'x', b: 1 },
      { a: 'say "hi", twice\nplease', b: null, c: 'not shown' },
      { a: { k: [1] }, b: -5 },
    ];
    expect(csvText(['a', 'b'], rows)).toBe(
      'a,b\r\nx,1\r\n"say ""hi"", twice\nplease",\r\n"{""k"":[1]}",-5\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['-5', '-5'],
    ['-5.25', '-5.25'],
    ['a=b', 'a=b'],
  ])('keeps a spreadsheet from running %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

const edges = (nodes: Record<string, unknown>[]): ResultEdge[] =>
  nodes.map((node, index) => ({ id: String(index), node }));

function results(nodes: Record<string, unknown>[], types: Record<string, unknown>): SearchResults {
  return {
    columnInfo: { order: [], types },
    edges: edges(nodes),
    pageInfo: { hasNextPage: false, endCursor: null },
    stats: {
      bytesScanned: 0,
      executionTime: 0,
      rowCount: nodes.reduce((sum, node) => sum + Number(node['count']), 0),
    },
  };
}

describe('timeline', () => {
  it('draws every bucket of the range, log types by size', () => {
    const { times, series, total } = timelineOf(
      results(
        [
          { bucket: '2026-11-20T09:10:00.000Z', series: 'Small', count: 1 },
          { bucket: '2026-11-20T09:20:00.000Z', series: 'Large', count: 7 },
          { bucket: '2026-11-20T09:20:00.000Z', series: 'Small', count: 2 },
        ],
        { bucketSeconds: 300, startTime: '2026-11-20T09:02:00.000Z', endTime: '2026-11-20T09:30:00.000Z' },
      ),
    );
    expect(times.map((time) => time.toISOString().slice(11, 16))).toEqual([
      '09:00',
      '09:05',
      '09:10',
      '09:15',
      '09:20',
      '09:25',
    ]);
    expect(series).toEqual([
      { name: 'Large', values: [0, 0, 0, 0, 7, 0] },
      { name: 'Small', values: [0, 0, 1, 0, 2, 0] },
    ]);
    expect(total).toBe(10);
  });

  it('has only a count where rows have no time', () => {
    const data = timelineOf(results([{ bucket: null, series: '', count: 3 }], { bucketSeconds: null }));
    expect(data).toMatchObject({ times: [], series: [], total: 3 });
  });
});

describe('columns', () => {
  it('chooses telling ones for each kind of event', () => {
    const order = [
      'p_event_time',
      'p_log_type',
      'version',
      'requestID',
      'eventName',
      'blob',
      'action',
      'p_any_usernames',
    ];
    const trail = ['Get', 'Put', 'List'].map((eventName, index) => ({
      p_log_type: 'T',
      version: '1',
      requestID: `r${index}`,
      eventName,
      blob: { a: 1 },
    }));
    const flow = ['ACCEPT', 'REJECT'].map((action) => ({ p_log_type: 'F', version: '1', action }));
    expect(tellingColumns(order, edges(trail))).toEqual([
      'p_event_time',
      'p_log_type',
      'eventName',
      'p_any_usernames',
    ]);
    expect(tellingColumns(order, edges([...trail, ...flow]))).toEqual([
      'p_event_time',
      'p_log_type',
      'p_any_usernames',
      'eventName',
      'action',
    ]);
    expect(tellingColumns(['calls', 'name'], edges([{ calls: 1 }]))).toEqual(['calls', 'name']);
  });

  it('reads a stored choice and drops what is none', () => {
    expect(readChoice('{"columns":["a",5],"widths":{"a":90,"b":"x"}}')).toEqual({
      columns: ['a'],
      widths: { a: 90 },
      pinned: [],
    });
    expect(readChoice('{"columns":["a","b"],"pinned":["b",5]}')?.pinned).toEqual(['b']);
    expect([readChoice(undefined), readChoice('{'), readChoice('5'), readChoice('{}')]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('reaches into objects', () => {
    expect(valueAt({ user: { arn: 'x' } }, 'user.arn')).toBe('x');
    expect(valueAt({ 'user.arn': 'y', user: {} }, 'user.arn')).toBe('y');
    expect(valueAt({ user: null }, 'user.arn')).toBeUndefined();
  });
});

describe('menu of a field', () => {
  const fields = filterFieldsOf([
    {
      databaseName: 'panther_logs',
      name: 't',
      displayName: 'T',
      description: null,
      logType: 'T',
      groupedBy: [],
      columns: [{ name: 'port', type: 'int', fields: [] }],
    },
  ]);

  it('turns a place in an event into a field', () => {
    expect(targetOf(['port'], 22, fields)).toEqual({ target: 'port', columnType: 'number' });
    expect(targetOf(['p_any_ip_addresses', 1], 'x', fields)).toEqual({
      target: 'p_any_ip_addresses',
      columnType: 'array',
    });
    expect(targetOf(['resources', 0, 'arn'], 'x', fields)).toEqual({
      target: 'resources[0].arn',
      columnType: 'string',
    });
    expect(targetOf(['user'], { a: 1 }, fields)).toBeUndefined();
  });
});
