import type { Catalog } from '@margay/model';

import { call, column, conjuncts, joined } from './conditions.ts';
import type { Expression } from './expression.ts';
import { partConditions } from './merged-conditions.ts';
import {
  eventTime,
  inputOf,
  isAmong,
  isAtTimeOf,
  isFinding,
  isSameLogType,
  narrowed,
  shownId,
  type MergedInput,
} from './merged-input.ts';
import type { Relation } from './relation.ts';
import { filtered } from './relations.ts';

/** What was found in the events of a relation. */
export interface FindingsBehind {
  relation: Relation;
  /** Whether a column, or a path into one such as `p_alert_context.user`, is one that only such rows have. */
  holds: (path: string) => boolean;
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
  const all = rows.inputs.map((input) => inputOf(input, catalog));
  const own = rows.where ? [...conjuncts(rows.where), ...conditions] : conditions;
  const findings = all.filter(isFinding);
  const lines = all.filter((input) => !isFinding(input));
  const found = findings.map((finding) => {
    const its = lines.filter((line) => isSameLogType(finding, line));
    return ofFoundEvents(finding, its, own);
  });
  const union: Relation = { kind: 'union', match: 'name', inputs: found };
  const ruleId = column('p_rule_id');
  const ofLines = columnNames(lines);
  const ofFindings = columnNames(findings);
  return {
    relation: { kind: 'once', input: union, key: [eventTime, shownId, ruleId], order: [ruleId] },
    holds(path) {
      const name = path.split('.', 1)[0]!;
      return ofFindings.has(name) && !ofLines.has(name);
    },
    event: shownId,
  };
}

const columnNames = (inputs: readonly MergedInput[]): ReadonlySet<string> =>
  new Set(inputs.flatMap(({ table }) => table?.columns.map(({ name }) => name) ?? []));

function unfiltered(relation: Relation): { rows: Relation; conditions: Expression[] } {
  if (relation.kind !== 'filter') return { rows: relation, conditions: [] };
  const { rows, conditions } = unfiltered(relation.input);
  return { rows, conditions: [...conditions, ...conjuncts(relation.where)] };
}

function ofFoundEvents(
  finding: MergedInput,
  lines: readonly MergedInput[],
  conditions: readonly Expression[],
): Relation {
  const { ofLines, inFindings } = partConditions(conditions, lines, [finding]);
  const found = narrowed(finding, inFindings);
  if (lines.length === 0) return filtered(found.relation, ofLines);
  const isNear = isAtTimeOf([found]);
  const near = lines.map((line) => narrowed(line, [isNear]));
  const fulfilling = lines.map((line) => narrowed(line, [...ofLines, isNear]));
  const isOfLine = isAmong(finding, fulfilling);
  const hasNoLine = call('not', isAmong(finding, near));
  return filtered(found.relation, [call('or', isOfLine, joined([hasNoLine, ...ofLines]))]);
}
