import type { Name, SqlCall, SqlExpr, SqlItem, SqlQuery, SqlSelect, SqlSortKey, SqlSource } from './ast.ts';

/** SQL text of a tree, which parses to the same tree. Used to format, and to check the parser. */
export function printSql(query: SqlQuery): string {
  const parts: string[] = [];
  if (query.with.length > 0)
    parts.push(
      `WITH ${query.with.map(({ name, query: inner }) => `${printName(name)} AS (${printSql(inner)})`).join(', ')}`,
    );
  const { body } = query;
  if (body.kind === 'select') parts.push(printSelect(body));
  else {
    const joiner = body.isDistinct ? ' UNION ' : ' UNION ALL ';
    parts.push(body.parts.map((part) => `(${printSql(part)})`).join(joiner));
  }
  if (query.orderBy.length > 0) parts.push(`ORDER BY ${query.orderBy.map(printKey).join(', ')}`);
  if (query.limit) parts.push(`LIMIT ${query.limit.value}`);
  if (query.offset) parts.push(`OFFSET ${query.offset.value}`);
  return parts.join(' ');
}

function printSelect(select: SqlSelect): string {
  const parts = [`SELECT ${select.isDistinct ? 'DISTINCT ' : ''}${select.items.map(printItem).join(', ')}`];
  if (select.from) parts.push(`FROM ${printSource(select.from)}`);
  if (select.where) parts.push(`WHERE ${printExpression(select.where)}`);
  if (select.groupBy === 'all') parts.push('GROUP BY ALL');
  else if (select.groupBy.length > 0)
    parts.push(`GROUP BY ${select.groupBy.map(printExpression).join(', ')}`);
  if (select.having) parts.push(`HAVING ${printExpression(select.having)}`);
  if (select.qualify) parts.push(`QUALIFY ${printExpression(select.qualify)}`);
  return parts.join(' ');
}

function printItem(item: SqlItem): string {
  if (item.kind === 'expr')
    return item.alias
      ? `${printExpression(item.value)} AS ${printName(item.alias)}`
      : printExpression(item.value);
  const star = item.of ? `${printName(item.of)}.*` : '*';
  return item.exclude.length > 0 ? `${star} EXCLUDE (${item.exclude.map(printName).join(', ')})` : star;
}

function printSource(source: SqlSource): string {
  const alias = 'alias' in source && source.alias ? ` AS ${printName(source.alias)}` : '';
  switch (source.kind) {
    case 'table':
      return `${source.parts.map(printName).join('.')}${alias}`;
    case 'query':
      return `(${printSql(source.query)})${alias}`;
    case 'flatten':
      return `${printSource(source.left)}, LATERAL FLATTEN(input => ${printExpression(source.value)}${source.isOuter ? ', outer => TRUE' : ''})${alias}`;
    case 'join': {
      const right =
        source.right.kind === 'join' || source.right.kind === 'flatten'
          ? `(${printSource(source.right)})`
          : printSource(source.right);
      const on = source.on ? ` ON ${printExpression(source.on)}` : '';
      const using = source.using ? ` USING (${source.using.map(printName).join(', ')})` : '';
      return `${printSource(source.left)} ${source.type.toUpperCase()} JOIN ${right}${on}${using}`;
    }
  }
}

function printKey(key: SqlSortKey): string {
  const nulls = key.nulls ? ` NULLS ${key.nulls.toUpperCase()}` : '';
  return `${printExpression(key.value)}${key.isDescending ? ' DESC' : ''}${nulls}`;
}

/** Names are always quoted when they were, or when they could not stand alone. */
function printName(name: Name): string {
  return name.isQuoted ? `"${name.text.replaceAll('"', '""')}"` : name.text;
}

export function printText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export function printExpression(expression: SqlExpr): string {
  const inner = (part: SqlExpr) => `(${printExpression(part)})`;
  const not = 'isNegated' in expression && expression.isNegated ? 'NOT ' : '';
  switch (expression.kind) {
    case 'number':
      return expression.text;
    case 'text':
      return printText(expression.value);
    case 'constant':
      return expression.value === null ? 'NULL' : expression.value ? 'TRUE' : 'FALSE';
    case 'interval':
      return `INTERVAL '${expression.count} ${expression.unit}'`;
    case 'name':
      return expression.parts.map(printName).join('.');
    case 'path':
      return `${inner(expression.base)}${expression.steps.map(printStep).join('')}`;
    case 'unary':
      return `${expression.op === 'not' ? 'NOT ' : expression.op}${inner(expression.value)}`;
    case 'binary':
      return `${inner(expression.left)} ${printOperator(expression.op)} ${inner(expression.right)}`;
    case 'logic':
      return expression.parts.map(inner).join(expression.op === 'and' ? ' AND ' : ' OR ');
    case 'isNull':
      return `${inner(expression.value)} IS ${not}NULL`;
    case 'between':
      return `${inner(expression.value)} ${not}BETWEEN ${inner(expression.low)} AND ${inner(expression.high)}`;
    case 'in':
      return `${inner(expression.value)} ${not}IN (${expression.items.map(printExpression).join(', ')})`;
    case 'inQuery':
      return `${inner(expression.value)} ${not}IN (${printSql(expression.query)})`;
    case 'like': {
      const word = expression.op.toUpperCase();
      const patterns = expression.quantifier
        ? `${expression.quantifier.toUpperCase()} (${expression.patterns.map(printExpression).join(', ')})`
        : expression.patterns.map(inner).join('');
      return `${inner(expression.value)} ${not}${word} ${patterns}`;
    }
    case 'case': {
      const branches = expression.branches.map(
        ({ when, result }) => ` WHEN ${printExpression(when)} THEN ${printExpression(result)}`,
      );
      const subject = expression.subject ? ` ${printExpression(expression.subject)}` : '';
      const otherwise = expression.otherwise ? ` ELSE ${printExpression(expression.otherwise)}` : '';
      return `CASE${subject}${branches.join('')}${otherwise} END`;
    }
    case 'cast': {
      const { name, args } = expression.type;
      const type = args.length > 0 ? `${name}(${args.join(', ')})` : name;
      return `${expression.isTry ? 'TRY_CAST' : 'CAST'}(${printExpression(expression.value)} AS ${type})`;
    }
    case 'query':
      return `(${printSql(expression.query)})`;
    case 'lambda':
      return `${printName(expression.param)} -> ${printExpression(expression.body)}`;
    case 'call':
      return printCall(expression);
  }
}

function printStep(step: string | number): string {
  return typeof step === 'number' ? `[${step}]` : `[${printText(step)}]`;
}

function printOperator(op: string): string {
  if (op === 'is distinct') return 'IS DISTINCT FROM';
  return op === 'is not distinct' ? 'IS NOT DISTINCT FROM' : op;
}

function printCall(call: SqlCall): string {
  const args = call.isStar
    ? '*'
    : `${call.isDistinct ? 'DISTINCT ' : ''}${call.args.map(printExpression).join(', ')}`;
  const filter = call.filter ? ` FILTER (WHERE ${printExpression(call.filter)})` : '';
  return `${call.name.text}(${args})${filter}${call.over ? ` OVER (${printWindow(call.over)})` : ''}`;
}

function printWindow(over: NonNullable<SqlCall['over']>): string {
  const parts: string[] = [];
  if (over.partitionBy.length > 0)
    parts.push(`PARTITION BY ${over.partitionBy.map(printExpression).join(', ')}`);
  if (over.orderBy.length > 0) parts.push(`ORDER BY ${over.orderBy.map(printKey).join(', ')}`);
  return parts.join(' ');
}
