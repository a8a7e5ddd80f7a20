import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const parseUrlFunction = defineFunction({
  name: 'parse_url',
  kind: 'scalar',
  params: [{ name: 'url', type: 'text' }],
  returns: json,
  doc: 'Parts of a web address: scheme, host, port, path, query, parameters, fragment; null where there is none.',
  examples: [
    {
      sql: "parse_url('https://a.b:80/x?y=1#z')",
      value: {
        fragment: 'z',
        host: 'a.b',
        parameters: { y: '1' },
        path: 'x',
        port: '80',
        query: 'y=1',
        scheme: 'https',
      },
    },
  ],
  clickhouse: ([url]) => {
    const s = `ifNull(${url!.sql}, '')`;
    const part = (key: string, sql: string) => `'"${key}":', toJSONString(nullIf(${sql}, ''))`;
    const found = `extractURLParameters(${s})`;
    const names = `arrayMap(pair -> splitByChar('=', pair)[1], ${found})`;
    const values = `arrayMap(pair -> if(position(pair, '=') = 0, '', decodeURLComponent(substring(pair, position(pair, '=') + 1))), ${found})`;
    const parameters = `if(empty(${found}), 'null', toJSONString(CAST((${names}, ${values}), 'Map(String, String)')))`;
    const port = `if(port(${s}) = 0, '', toString(port(${s})))`;
    const parts = [
      part('fragment', `fragment(${s})`),
      part('host', `domain(${s})`),
      `'"parameters":', ${parameters}`,
      part('path', `substring(path(${s}), 2)`),
      part('port', port),
      part('query', `queryString(${s})`),
      part('scheme', `protocol(${s})`),
    ];
    return `if(isNull(${url!.sql}), NULL, concat('{', ${parts.join(", ',', ")}, '}'))`;
  },
});
