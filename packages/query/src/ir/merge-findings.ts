import type { Catalog } from '@margay/model';
import { isFindingsDatabase } from '@margay/model';

import { call, column, conjuncts, joined } from './conditions.ts';
import type { Expression } from './expression.ts';
import { isNeverTrueOfNull, isPlain, partConditions, type MergedConditions } from './merged-conditions.ts';
import {
  eventTime,
  inputOf,
  isAmong,
  isAtTimeOf,
  isFinding,
  isOnlyIn,
  isSameLogType,
  narrowed,
  shownId,
  tableOf,
  type MergedInput,
} from './merged-input.ts';
import type { Relation } from './relation.ts';
import { filtered } from './relations.ts';
import { columnsOf } from './typing.ts';

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
  const all = inputs.map((relation) => inputOf(relation, catalog));
  const conditions = where ? conjuncts(where) : [];
  return all.map((input, index): Relation => {
    const isOther = (other: MergedInput) => isSameLogType(input, other);
    const findings = all.filter(isFinding).filter(isOther);
    if (!isFinding(input)) {
      const parted = partConditions(conditions, [input], findings);
      const found = findings.map((finding) => narrowed(finding, parted.inFindings));
      const rows = linesOf(input, findings, found, parted);
      return withFirstFinding({ ...input, relation: rows }, found, asked, catalog);
    }
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

/** The lines that fulfil the conditions. `found`: of their findings those that fulfil what is asked of them. */
function linesOf(
  line: MergedInput,
  findings: readonly MergedInput[],
  found: readonly MergedInput[],
  { ofLines, ofFindings, times }: MergedConditions,
): Relation {
  if (ofFindings.length === 0) return filtered(line.relation, ofLines);
  const isFound = isAmong(line, found);
  if (ofFindings.some(isNeverTrueOfNull))
    return filtered(line.relation, [...ofLines, isAtTimeOf(found), isFound]);
  const any = findings.map((finding) => narrowed(finding, times));
  const isWithout = joined([...ofFindings, call('not', isAmong(line, any))]);
  return filtered(line.relation, [...ofLines, call('or', isFound, isWithout)]);
}

/** The lines, with the columns of findings that are asked for. */
function withFirstFinding(
  line: MergedInput,
  found: readonly MergedInput[],
  asked: ReadonlySet<string>,
  catalog: Catalog,
): Relation {
  const rows = line.relation;
  const wanted = [...asked].filter((name) => found.some((finding) => isOnlyIn(finding, line, name)));
  if (wanted.length === 0 || !line.table) return rows;
  const columnOf = (name: string) =>
    found.flatMap(({ table }) => table?.columns ?? []).find((one) => one.name.toLowerCase() === name)!.name;
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

/** Findings whose line is not there, each event once. */
function findingsAlone(
  finding: MergedInput,
  lines: readonly MergedInput[],
  earlier: readonly MergedInput[],
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
