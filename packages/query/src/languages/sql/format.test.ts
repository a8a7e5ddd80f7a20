import { describe, expect, it } from 'vitest';

import { formatSql } from './format.ts';
import { parseSql } from './parse.ts';
import { printSql } from './print.ts';

const formatted = (sql: string) => {
  const result = formatSql(sql);
  return 'text' in result ? result.text : result.diagnostic;
};

describe('formatting SQL', () => {
  it('lays a query out a clause per line', () => {
    expect(
      formatted(
        "-- who used keys\nselect userIdentity:userName as actor, sourceIPAddress, awsRegion, count(*) as calls, min(p_event_time) first_seen from panther_logs.public.aws_cloudtrail t left join u on t.a=u.a where p_occurs_since('7 d') and (errorCode is null or x = 1) and sourceIPAddress not in (select ip from office) group by actor, 2 order by calls desc limit 1000; -- end",
      ),
    ).toBe(`-- who used keys
SELECT
  userIdentity:userName AS actor,
  sourceIPAddress,
  awsRegion,
  count(*) AS calls,
  min(p_event_time) AS first_seen
FROM panther_logs.public.aws_cloudtrail AS t
LEFT JOIN u ON t.a = u.a
WHERE p_occurs_since('7 d')
  AND (errorCode IS NULL OR x = 1)
  AND sourceIPAddress NOT IN (SELECT ip FROM office)
GROUP BY actor, 2
ORDER BY calls DESC
LIMIT 1000
-- end`);
  });

  it('lays out named queries, unions and queries in FROM', () => {
    expect(
      formatted(
        'with a as (select 1 x), b as (select 2 x) select x from (select x from a union all select x from b) q union all (select 3 limit 1)',
      ),
    ).toBe(`WITH a AS (
  SELECT 1 AS x
),
b AS (
  SELECT 2 AS x
)
SELECT x
FROM (
  SELECT x
  FROM a
  UNION ALL
  SELECT x
  FROM b
) AS q
UNION ALL
(
  SELECT 3
  LIMIT 1
)`);
  });

  it.each([
    'select a + b * (c - d) - (e - f), -(-1), not (a or b) and c, (a || b) like c, x::string::int from t',
    "select resources[0].type, requestParameters:a.b['c d'], x between 1 and 2 + 3, (a = b) = c from t, lateral flatten(t.y) f where a and b",
    'select row_number() over (partition by a order by b desc) r from t qualify r = 1',
    'select a from t join (u join v using (x)) on t.a = u.a cross join w',
    "select case when a = 1 then 'x' else 'y' end, filter(tags, x -> x <> 'a' and true) from t",
  ])('keeps the meaning: %s', (sql) => {
    const text = formatted(sql);
    expect(typeof text).toBe('string');
    expect(printSql(parseSql(String(text)))).toBe(printSql(parseSql(sql)));
    expect(formatted(String(text))).toBe(text);
  });

  it('does not lose a comment inside, but says where it is', () => {
    expect(formatted('select 1,\n  -- two\n  2')).toMatchObject({
      code: 'format.comment_inside',
      line: 2,
      column: 3,
    });
    expect(formatted("select '-- no comment'")).toBe("SELECT '-- no comment'");
  });

  it('says where a text cannot be read', () => {
    expect(formatted('select from')).toMatchObject({ line: 1, column: 8 });
  });
});
