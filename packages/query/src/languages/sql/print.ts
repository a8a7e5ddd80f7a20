import type {
  Name,
  SqlCall,
  SqlExpr,
  SqlFlatten,
  SqlFrameBound,
  SqlItem,
  SqlQuery,
  SqlSelect,
  SqlSortKey,
  SqlSource,
  SqlWindow,
} from './ast.ts';

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
    parts.push(body.parts.map((part) => `(${printSql(part)})`).join(` ${body.op.toUpperCase()} `));
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
  const groups = printGroups(select);
  if (groups.length > 0) parts.push(`GROUP BY ${groups.join(', ')}`);
  if (select.having) parts.push(`HAVING ${printExpression(select.having)}`);
  if (select.qualify) parts.push(`QUALIFY ${printExpression(select.qualify)}`);
  return parts.join(' ');
}

/** What stands after GROUP BY. */
export function printGroups({ groupBy, groupingSets }: SqlSelect): string[] {
  if (groupBy === 'all') return ['ALL'];
  const keys = groupBy.map(printExpression);
  if (!groupingSets) return keys;
  const sets = groupingSets.map((set) => `(${set.map((index) => keys[index]!).join(', ')})`);
  return [`GROUPING SETS (${sets.join(', ')})`];
}

export function printItem(item: SqlItem): string {
  if (item.kind === 'expr')
    return item.alias
      ? `${printExpression(item.value)} AS ${printName(item.alias)}`
      : printExpression(item.value);
  const star = item.of ? `${printName(item.of)}.*` : '*';
  return item.exclude.length > 0 ? `${star} EXCLUDE (${item.exclude.map(printName).join(', ')})` : star;
}

export function printSource(source: SqlSource): string {
  const alias = 'alias' in source && source.alias ? ` AS ${printName(source.alias)}` : '';
  switch (source.kind) {
    case 'table':
      return `${source.parts.map(printName).join('.')}${alias}`;
    case 'query':
      return `(${printSql(source.query)})${alias}`;
    case 'flatten': {
      const left = source.left ? `${printSource(source.left)}, ` : '';
      return `${left}LATERAL FLATTEN(${printFlattenOptions(source)})${alias}`;
    }
    case 'events':
      return `TABLE(EVENTS(${source.names.map(({ text }) => printText(text)).join(', ')}))${alias}`;
    case 'generator':
      return `TABLE(GENERATOR(rowcount => ${source.count}))${alias}`;
    case 'join': {
      const right =
        source.right.kind === 'join' || source.right.kind === 'flatten'
          ? `(${printSource(source.right)})`
          : printSource(source.right);
      const on = source.on ? ` ON ${printExpression(source.on)}` : '';
      const using = source.using ? ` USING (${source.using.map(printName).join(', ')})` : '';
      const natural = source.isNatural ? 'NATURAL ' : '';
      return `${printSource(source.left)} ${natural}${source.type.toUpperCase()} JOIN ${right}${on}${using}`;
    }
  }
}

function printFlattenOptions({ value, path, mode, isOuter }: SqlFlatten): string {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `["${key}"]`)).join('');
  const options = [`input => ${printExpression(value)}`];
  if (path.length > 0) options.push(`path => ${printText(keys)}`);
  if (mode !== 'both') options.push(`mode => '${mode.toUpperCase()}'`);
  if (isOuter) options.push('outer => TRUE');
  return options.join(', ');
}

export function printKey(key: SqlSortKey): string {
  const nulls = key.nulls ? ` NULLS ${key.nulls.toUpperCase()}` : '';
  return `${printExpression(key.value)}${key.isDescending ? ' DESC' : ''}${nulls}`;
}

/** Names are always quoted when they were, or when they could not stand alone. */
export function printName(name: Name): string {
  return name.isQuoted ? `"${name.text.replaceAll('"', '""')}"` : name.text;
}

export function printText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** How tightly an expression holds together; a part that holds less tightly than its place needs parentheses. */
const tight = { lambda: 0, or: 1, and: 2, not: 3, comparison: 4, sum: 5, product: 6, sign: 7, whole: 8 };

function tightnessOf(expression: SqlExpr): number {
  switch (expression.kind) {
    case 'lambda':
      return tight.lambda;
    case 'logic':
      return tight[expression.op];
    case 'unary':
      return expression.op === 'not' ? tight.not : tight.sign;
    case 'binary':
      if (/^[*/%]$/.test(expression.op)) return tight.product;
      return /^(?:[+-]|\|\|)$/.test(expression.op) ? tight.sum : tight.comparison;
    case 'isNull':
    case 'between':
    case 'in':
    case 'inQuery':
    case 'like':
      return tight.comparison;
    default:
      return tight.whole;
  }
}

/** A part of an expression, in parentheses unless it holds at least as tightly as its place needs. */
function printPart(part: SqlExpr, needed: number): string {
  const text = printExpression(part);
  return tightnessOf(part) < needed ? `(${text})` : text;
}

export function printExpression(expression: SqlExpr): string {
  const inner = (part: SqlExpr) => printPart(part, tight.sum);
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
      return printPath(expression.base, expression.steps);
    case 'unary':
      return expression.op === 'not'
        ? `NOT ${printPart(expression.value, tight.not)}`
        : `${expression.op}${printPart(expression.value, tight.whole)}`;
    case 'binary': {
      // Equal operators are read from the left, and comparisons cannot be chained.
      const own = Math.max(tight.sum, tightnessOf(expression));
      const isComparison = tightnessOf(expression) === tight.comparison;
      const right = printPart(expression.right, isComparison ? own : own + 1);
      return `${printPart(expression.left, own)} ${printOperator(expression.op)} ${right}`;
    }
    case 'logic': {
      const needed = tight[expression.op] + 1;
      return expression.parts
        .map((part) => printPart(part, needed))
        .join(expression.op === 'and' ? ' AND ' : ' OR ');
    }
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
      const { value } = expression;
      if (expression.isTry) return `TRY_CAST(${printExpression(value)} AS ${type})`;
      return `${printPart(value, tight.whole)}::${type}`;
    }
    case 'query':
      return `(${printSql(expression.query)})`;
    case 'exists':
      return `EXISTS (${printSql(expression.query)})`;
    case 'lambda':
      return `${printName(expression.param)} -> ${printExpression(expression.body)}`;
    case 'call':
      return printCall(expression);
  }
}

/** `a:b.c[0]`, or keys in brackets where they are no plain words. */
function printPath(base: SqlExpr, steps: readonly (string | number)[]): string {
  let text = printPart(base, tight.whole);
  // A number before a dot would swallow it.
  if (base.kind !== 'name' && base.kind !== 'call') text = `(${printExpression(base)})`;
  let joint = ':';
  for (const step of steps) {
    const isWord = typeof step === 'string' && /^[A-Za-z_]\w*$/.test(step);
    text += typeof step === 'number' ? `[${step}]` : isWord ? `${joint}${step}` : `[${printText(step)}]`;
    if (isWord) joint = '.';
  }
  return text;
}

function printOperator(op: string): string {
  if (op === 'is distinct') return 'IS DISTINCT FROM';
  return op === 'is not distinct' ? 'IS NOT DISTINCT FROM' : op;
}

function printCall(call: SqlCall): string {
  const args = call.isStar
    ? '*'
    : `${call.isDistinct ? 'DISTINCT ' : ''}${call.args.map(printExpression).join(', ')}`;
  const within = call.within ? ` WITHIN GROUP (ORDER BY ${call.within.map(printKey).join(', ')})` : '';
  const filter = call.filter ? ` FILTER (WHERE ${printExpression(call.filter)})` : '';
  const nulls = call.nulls ? ` ${call.nulls.toUpperCase()} NULLS` : '';
  const over = call.over ? ` OVER (${printWindow(call.over)})` : '';
  return `${call.name.text}(${args})${within}${filter}${nulls}${over}`;
}

function printWindow(over: SqlWindow): string {
  const parts: string[] = [];
  if (over.partitionBy.length > 0)
    parts.push(`PARTITION BY ${over.partitionBy.map(printExpression).join(', ')}`);
  if (over.orderBy.length > 0) parts.push(`ORDER BY ${over.orderBy.map(printKey).join(', ')}`);
  const { frame } = over;
  if (frame)
    parts.push(`${frame.unit.toUpperCase()} BETWEEN ${printBound(frame.from)} AND ${printBound(frame.to)}`);
  return parts.join(' ');
}

function printBound(bound: SqlFrameBound): string {
  const distance = 'distance' in bound ? `${printPart(bound.distance, tight.sum)} ` : '';
  return `${distance}${bound.kind.toUpperCase()}`;
}
