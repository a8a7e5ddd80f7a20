import type { Catalog, CatalogTable } from '@margay/model';
import { isFindingsDatabase } from '@margay/model';

import { call, column, conjuncts, joined } from './conditions.ts';
import type { Expression } from './expression.ts';
import { partsOf } from './map-expression.ts';
import type { Relation } from './relation.ts';
import { columnsOf } from './typing.ts';

/** One input of the merged rows, with the table it reads. */
interface Input {
  relation: Relation;
  table: CatalogTable | undefined;
}

const eventTime = column('p_event_time');
const rowId = column('p_row_id');
/** A row of a scheduled query has an id of its own and keeps, under this name, that of the event it shows. */
export const shownEventId = 'p_event_row_id';
export const shownId = call('coalesce', call('to_varchar', column(shownEventId)), rowId);
const eventIdIn = (input: Input): Expression => (isFinding(input) ? shownId : rowId);

/**
 * Rows of logs and of what detections found in them as events, each once; one relation for each input, in their order.
 *
 * An event is a stored log line with its findings. It is there when the line fulfils the conditions on its own fields
 * and one of its findings, or the line where it has none, fulfils those on fields that only findings have. A finding
 * is a row of its own only where its line is not in the lake, or not among the tables that are read.
 *
 * Columns that only findings have are empty in the rows of lines, but for those in `asked` (in lower case): there they are
 * those of the first finding, by the id of its rule, that fulfils the conditions.
 */
export function mergedInputs(
  inputs: readonly Relation[],
  where: Expression | undefined,
  catalog: Catalog,
  asked: ReadonlySet<string> = new Set(),
): Relation[] {
  const all = inputs.map((relation): Input => ({ relation, table: tableOf(relation, catalog) }));
  const conditions = where ? conjuncts(where) : [];
  return all.map((input, index): Relation => {
    const isOther = (other: Input) => isSameLogType(input, other);
    const findings = all.filter(isFinding).filter(isOther);
    if (!isFinding(input)) return withFirstFinding(input, findings, conditions, { asked, catalog });
    const lines = all.filter((other) => !isFinding(other)).filter(isOther);
    const earlier = all.slice(0, index).filter(isFinding).filter(isOther);
    return findingsAlone(input, lines, earlier, conditions);
  });
}

/** Whether rows of these databases are to be merged: logs are read beside findings. */
export function mixesFindings(databases: readonly string[]): boolean {
  return databases.some(isFindingsDatabase) && !databases.every(isFindingsDatabase);
}

/** The same of relations over tables. */
export function areMixed(inputs: readonly Relation[], catalog: Catalog): boolean {
  return mixesFindings(inputs.flatMap((input) => tableOf(input, catalog)?.database ?? []));
}

const isFinding = ({ table }: Input): boolean => table !== undefined && isFindingsDatabase(table.database);

function isSameLogType(one: Input, other: Input): boolean {
  if (one === other || !one.table || !other.table) return false;
  const { logType } = one.table;
  if (logType !== undefined) return other.table.logType === logType;
  return other.table.logType === undefined && one.table.name === other.table.name;
}

function tableOf(relation: Relation, catalog: Catalog): CatalogTable | undefined {
  switch (relation.kind) {
    case 'scan':
      return catalog.find(relation.database, relation.table);
    case 'filter':
    case 'project':
      return tableOf(relation.input, catalog);
    default:
      return undefined;
  }
}

/** The lines, with the columns of findings that are asked for. */
function withFirstFinding(
  line: Input,
  findings: readonly Input[],
  conditions: readonly Expression[],
  { asked, catalog }: { asked: ReadonlySet<string>; catalog: Catalog },
): Relation {
  const rows = linesOf(line, findings, conditions);
  const wanted = [...asked].filter((name) => findings.some((finding) => isOnlyIn(finding, line, name)));
  if (wanted.length === 0 || !line.table) return rows;
  const ofFindings = conditions.filter((condition) =>
    findings.some((finding) => isAbout(finding, line, condition)),
  );
  const found = findings.map((finding) => narrowed(finding, [...conditions.filter(isOfTime), ...ofFindings]));
  const columnOf = (name: string) =>
    findings.flatMap(({ table }) => table?.columns ?? []).find((one) => one.name.toLowerCase() === name)!
      .name;
  const columns = wanted.map(columnOf);
  const first: Relation = {
    kind: 'once',
    input: {
      kind: 'union',
      match: 'name',
      inputs: found.map(({ relation: input }): Relation => ({
        kind: 'project',
        input,
        columns: [
          { name: 'time', value: eventTime },
          { name: 'id', value: shownId },
          { name: 'rule', value: column('p_rule_id') },
          ...columns.map((name) => ({ name, value: column(name) })),
        ],
      })),
    },
    key: [column('time'), column('id')],
    order: [column('rule')],
  };
  const of = (side: string, name: string): Expression => ({ kind: 'column', name, of: side });
  const own = columnsOf(rows, catalog).filter(({ name }) => !columns.includes(name));
  return {
    kind: 'project',
    input: {
      kind: 'join',
      type: 'left',
      left: { kind: 'rename', input: rows, name: 'line' },
      right: { kind: 'rename', input: first, name: 'finding' },
      on: call(
        'and',
        call('eq', of('line', 'p_event_time'), of('finding', 'time')),
        call('eq', of('line', 'p_row_id'), of('finding', 'id')),
      ),
    },
    columns: [
      ...own.map(({ name, hidden }) => ({
        name,
        value: of('line', name),
        ...(hidden ? { isHidden: true } : {}),
      })),
      ...columns.map((name) => ({ name, value: of('finding', name) })),
    ],
  };
}

function linesOf(line: Input, findings: readonly Input[], conditions: readonly Expression[]): Relation {
  const isOfFindings = (condition: Expression) =>
    findings.some((finding) => isAbout(finding, line, condition));
  const ofFindings = conditions.filter(isOfFindings);
  if (ofFindings.length === 0) return filtered(line.relation, conditions);
  const own = conditions.filter((condition) => !isOfFindings(condition));
  const times = conditions.filter(isOfTime);
  const found = findings.map((finding) => narrowed(finding, [...times, ...ofFindings]));
  const isFound = isAmong(line, found);
  // The times let the engine read only where such an event can be.
  if (ofFindings.some(isNeverTrueOfNull))
    return filtered(line.relation, [...own, isAtTimeOf(found), isFound]);
  const any = findings.map((finding) => narrowed(finding, times));
  const isWithout = joined([...ofFindings, call('not', isAmong(line, any))]);
  return filtered(line.relation, [...own, call('or', isFound, isWithout)]);
}

/** Findings whose line is not there, each event once. */
function findingsAlone(
  finding: Input,
  lines: readonly Input[],
  earlier: readonly Input[],
  conditions: readonly Expression[],
): Relation {
  const found = narrowed(finding, conditions);
  // Looking for words in every column is the dearest condition there is: it is asked once, of the few that are left.
  const isNear = isAtTimeOf([narrowed(finding, conditions.filter(isPlain))]);
  const others = [
    ...lines.map((line) => narrowed(line, [isNear])),
    ...earlier.map((other) => narrowed(other, [...conditions, isNear])),
  ];
  const alone =
    others.length > 0 ? filtered(found.relation, [call('not', isAmong(finding, others))]) : found.relation;
  return { kind: 'once', input: alone, key: [eventTime, shownId], order: [column('p_rule_id')] };
}

/** What was found in the events of a relation, and the names of the columns that only such rows have. */
export interface FindingsBehind {
  relation: Relation;
  names: ReadonlySet<string>;
  /** What names the event of a row. */
  event: Expression;
}

/**
 * The findings of the events that a relation gives, one row for each detection and event; undefined where it merges
 * none. For questions about columns of findings, which are empty in the events.
 */
export function findingsBehind(relation: Relation, catalog: Catalog): FindingsBehind | undefined {
  const { rows, conditions } = unfiltered(relation);
  if (rows.kind !== 'events') return undefined;
  const all = rows.inputs.map((input): Input => ({ relation: input, table: tableOf(input, catalog) }));
  const own = rows.where ? [...conjuncts(rows.where), ...conditions] : conditions;
  const lines = all.filter((input) => !isFinding(input));
  const namesOf = (inputs: readonly Input[]) =>
    inputs.flatMap(({ table }) => table?.columns.map((candidate) => candidate.name) ?? []);
  const ofLines = new Set(namesOf(lines));
  const found = all.filter(isFinding).map((finding) => {
    const its = lines.filter((line) => isSameLogType(finding, line));
    return ofFoundEvents(finding, its, own);
  });
  const union: Relation = { kind: 'union', match: 'name', inputs: found };
  const ruleId = column('p_rule_id');
  return {
    relation: { kind: 'once', input: union, key: [eventTime, shownId, ruleId], order: [ruleId] },
    event: shownId,
    names: new Set(namesOf(all.filter(isFinding)).filter((name) => !ofLines.has(name))),
  };
}

function unfiltered(relation: Relation): { rows: Relation; conditions: Expression[] } {
  if (relation.kind !== 'filter') return { rows: relation, conditions: [] };
  const { rows, conditions } = unfiltered(relation.input);
  return { rows, conditions: [...conditions, ...conjuncts(relation.where)] };
}

function ofFoundEvents(finding: Input, lines: readonly Input[], conditions: readonly Expression[]): Relation {
  const isOfFindings = (condition: Expression) => lines.some((line) => isAbout(finding, line, condition));
  const ofEvents = conditions.filter((condition) => !isOfFindings(condition));
  const found = narrowed(
    finding,
    conditions.filter((condition) => isOfTime(condition) || isOfFindings(condition)),
  );
  if (lines.length === 0) return filtered(found.relation, ofEvents);
  const isNear = isAtTimeOf([found]);
  const isOfLine = isAmong(
    finding,
    lines.map((line) => narrowed(line, [...ofEvents, isNear])),
  );
  const hasNoLine = call(
    'not',
    isAmong(
      finding,
      lines.map((line) => narrowed(line, [isNear])),
    ),
  );
  return filtered(found.relation, [call('or', isOfLine, joined([hasNoLine, ...ofEvents]))]);
}

/** Whether the condition asks for something that rows of the findings have and the log line has not. */
function isAbout(finding: Input, line: Input, condition: Expression): boolean {
  return partsOf(condition).some(
    (part) => part.kind === 'column' && isOnlyIn(finding, line, part.name.toLowerCase()),
  );
}

/** Whether the table of the finding has the column, named in lower case, and that of the line has not. */
function isOnlyIn(finding: Input, line: Input, name: string): boolean {
  const has = ({ table }: Input) =>
    table?.columns.some((candidate) => candidate.name.toLowerCase() === name) ?? false;
  return has(finding) && !has(line);
}

const isOfTime = (condition: Expression): boolean =>
  partsOf(condition).every(
    (part) =>
      part.kind === 'literal' ||
      part.kind === 'call' ||
      (part.kind === 'column' && part.name === 'p_event_time'),
  );

const isPlain = (condition: Expression): boolean =>
  partsOf(condition).every(({ kind }) => kind !== 'rowText' && kind !== 'inQuery' && kind !== 'existsQuery');

const strict = new Set(['eq', 'in', 'lt', 'le', 'gt', 'ge', 'isNotNull', 'contains', 'ilike', 'like']);

/** Whether it certainly fails where its field is missing; said of the plainest conditions only. */
function isNeverTrueOfNull(condition: Expression): boolean {
  if (condition.kind !== 'call') return false;
  const [first, second] = condition.args;
  const field = first?.kind === 'call' && first.fn === 'to_varchar' ? first.args[0] : first;
  if (field?.kind !== 'column') return false;
  return (
    strict.has(condition.fn) ||
    (condition.fn === 'same' && second?.kind === 'literal' && second.value !== null)
  );
}

/** Whether the row shows an event that one of these shows, too. */
function isAmong(input: Input, others: readonly Input[]): Expression {
  const keys = others.map((other): Relation => ({
    kind: 'project',
    input: other.relation,
    columns: [
      { name: 'time', value: eventTime },
      { name: 'id', value: eventIdIn(other) },
    ],
  }));
  return {
    kind: 'existsQuery',
    query: united(keys),
    keys: [
      { value: eventTime, column: 'time' },
      { value: eventIdIn(input), column: 'id' },
    ],
  };
}

function isAtTimeOf(others: readonly Input[]): Expression {
  const times = others.map(({ relation }): Relation => ({
    kind: 'project',
    input: relation,
    columns: [{ name: 'time', value: eventTime }],
  }));
  return { kind: 'inQuery', value: eventTime, query: united(times) };
}

function united(inputs: Relation[]): Relation {
  return inputs.length === 1 ? inputs[0]! : { kind: 'union', match: 'position', inputs };
}

function filtered(input: Relation, conditions: readonly Expression[]): Relation {
  return conditions.length === 0 ? input : { kind: 'filter', input, where: joined([...conditions]) };
}

const narrowed = (input: Input, conditions: readonly Expression[]): Input => ({
  ...input,
  relation: filtered(input.relation, conditions),
});
