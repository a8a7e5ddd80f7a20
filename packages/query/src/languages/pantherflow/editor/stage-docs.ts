/** What the editor tells of an operator after a pipe. `snippet` has `${name}` where a person goes on typing. */
export interface StageDoc {
  word: string;
  syntax: string;
  doc: string;
  example: string;
  snippet: string;
}

export const stageDocs: readonly StageDoc[] = [
  {
    word: 'where',
    syntax: 'where condition',
    doc: 'Keeps the rows for which the condition is true.',
    example: "where status in [200, 404] and not strings.contains(agent, 'bot')",
    snippet: 'where ${condition}',
  },
  {
    word: 'project',
    syntax: 'project [name =] value, …',
    doc: 'Keeps only what is listed, in that order, and may rename it.',
    example: 'project user = actor.alternateId, ip = client.ipAddress',
    snippet: 'project ${columns}',
  },
  {
    word: 'extend',
    syntax: 'extend name = value, …',
    doc: 'Adds columns, or replaces those of the same name. A path sets a field inside an object; null removes it.',
    example: 'extend isAdmin = strings.starts_with(user, "adm_")',
    snippet: 'extend ${name} = ${value}',
  },
  {
    word: 'summarize',
    syntax: 'summarize [name =] aggregate, … by [name =] key, …',
    doc: 'Groups by the keys and computes the aggregates. Only keys and aggregates are left.',
    example: 'summarize n = agg.count(), users = agg.count_distinct(user) by ip',
    snippet: 'summarize ${count} = agg.count() by ${key}',
  },
  {
    word: 'sort',
    syntax: 'sort key [asc|desc] [nulls first|last], …',
    doc: 'Sorts the rows, ascending unless told otherwise, nulls last.',
    example: 'sort p_event_time desc',
    snippet: 'sort ${key} desc',
  },
  {
    word: 'limit',
    syntax: 'limit count',
    doc: 'Keeps at most so many rows, the first ones when they are sorted.',
    example: 'limit 100',
    snippet: 'limit ${100}',
  },
  {
    word: 'sample',
    syntax: 'sample count',
    doc: 'Keeps at most so many rows, whichever.',
    example: 'sample 100',
    snippet: 'sample ${100}',
  },
  {
    word: 'join',
    syntax: 'join kind=inner name=(query) on $left.column == $right.column',
    doc: 'Looks up rows of another query. The matching row becomes an object in the named column.',
    example: 'join kind=leftouter geo=(ip_location) on $left.sourceIp == $right.ip',
    snippet: 'join kind=${inner} ${name}=(${query}) on $left.${column} == $right.${column}',
  },
  {
    word: 'union',
    syntax: 'union table, …',
    doc: 'Adds the rows of other tables or queries; columns of the same name are put together.',
    example: 'union panther_logs.public.aws_alb, panther_logs.public.aws_vpcflow',
    snippet: 'union ${table}',
  },
  {
    word: 'search',
    syntax: "search 'text' [and|or|not 'text' …]",
    doc: 'Keeps the rows in which the text occurs in any column, whatever its case. * stands for any characters. In double quotes, whole words as in the form: \'"10.0.0.1"\', found through an index.',
    example: "search 'doug' and not 'test'",
    snippet: "search '${text}'",
  },
  {
    word: 'visualize',
    syntax: 'visualize [bar|line|pie|table] [annotation = value, …]',
    doc: 'Draws the result as a chart of at most 999 points. It must be the last operator and does not change the rows.',
    example: "visualize line xcolumn=hour, ycolumn=n, title='Logins'",
    snippet: 'visualize ${bar}',
  },
];

export function stageDocOf(word: string): StageDoc | undefined {
  return stageDocs.find((doc) => doc.word === word);
}

export const chartNames = ['bar', 'line', 'pie', 'table'] as const;
export const joinKinds = ['inner', 'leftouter', 'rightouter', 'fullouter', 'cross'] as const;

/** Annotations of a chart; `values` are texts it may have, `isColumn` says that it names a column. */
export const chartAnnotations: readonly {
  name: string;
  doc: string;
  isColumn?: boolean;
  values?: readonly string[];
}[] = [
  { name: 'xcolumn', doc: 'Column of the x axis, or of the slices of a pie.', isColumn: true },
  { name: 'ycolumn', doc: 'Column of the values, or an array of columns.', isColumn: true },
  { name: 'series', doc: 'Column with one line or stack for each value.', isColumn: true },
  { name: 'title', doc: 'Title of the chart.', values: [] },
  { name: 'xtitle', doc: 'Title of the x axis.', values: [] },
  { name: 'ytitle', doc: 'Title of the y axis.', values: [] },
  { name: 'legend', doc: 'Whether the legend is shown.', values: ['visible', 'hidden'] },
  { name: 'kind', doc: 'Whether bars are stacked.', values: ['stacked', 'unstacked'] },
  { name: 'xaxis', doc: 'Scale of the x axis.', values: ['linear', 'log'] },
  { name: 'yaxis', doc: 'Scale of the y axis.', values: ['linear', 'log'] },
];

/** Units that time functions take as text. */
export const timeUnits: readonly string[] = [
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'y',
  'd',
  'h',
  'm',
  's',
];
