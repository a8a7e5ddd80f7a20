import type { DetectionContent, PythonRule } from '@margay/model';
import type { WireContent, WireRule } from './child/messages.ts';
import type { LoadResult } from './child/requests.ts';
import type { FunctionLimits, Rejection } from './contract.ts';
import { compilePrefilter, type Prefilter } from './prefilter/compile.ts';
import { parseAnalysis, type RuleAnalysis } from './prefilter/condition.ts';
import { ownRuleOf, type OwnRule, rejectionOf } from './in-process/own-rule.ts';
import { type AnswerMemo, createAnswerMemo } from './prefilter/memo.ts';

/** What decides, before Python, which rules of a log type must see an event. */
export interface LogTypeFilter {
  prefilter: Prefilter;
  memo: AnswerMemo;
}

/** Content as loaded into the child process: rule numbers are places in `content.rules`. */
export interface LoadedContent {
  /** Names the loading, not the content: the same content is loaded again after a crash. */
  generation: number;
  content: DetectionContent;
  numberOf: Map<string, number>;
  rejected: Set<number>;
  rulesOf: Map<string, number[]>;
  /** Numbers of the rules that run apart: their text leaves open what they reach. */
  apart: ReadonlySet<number>;
  /** By rule number; a rule without one always runs. */
  analyses: Map<number, RuleAnalysis>;
  /** By rule number: the rules that are judged here, or have inline filters. */
  ownRules: ReadonlyMap<number, OwnRule>;
  filterOf(logType: string): LogTypeFilter;
}

export function wireRule(rule: PythonRule, number: number, wantsAnalysis: boolean): WireRule {
  const { id, body, logTypes, createAlert, kind } = rule;
  return { number, id, body, logTypes, createAlert, kind, wantsAnalysis };
}

type Modules = Pick<DetectionContent, 'globals' | 'dataModels'>;

export function wireContent(modules: Modules, rules: WireRule[], limits: FunctionLimits): WireContent {
  return {
    globals: modules.globals.map(({ id, body }) => ({ id, body })),
    dataModels: modules.dataModels
      .filter((model) => model.enabled)
      .map(({ id, body, logTypes, mappings }) => ({ id, body, logTypes, mappings })),
    rules,
    limits: { ...limits },
  };
}

/** What our own process does of the rules, by rule number, and which of them it refuses. */
export function readOwnRules(rules: readonly PythonRule[]): OwnRules {
  const ownRules = new Map<number, OwnRule>();
  const rejected: Rejection[] = [];
  for (const [number, rule] of rules.entries()) {
    const own = ownRuleOf(rule);
    if (!own) continue;
    ownRules.set(number, own);
    const rejection = rejectionOf(rule.id, own.faults);
    if (rejection) rejected.push(rejection);
  }
  return { ownRules, rejected };
}

interface OwnRules {
  ownRules: ReadonlyMap<number, OwnRule>;
  rejected: Rejection[];
}

export function describeLoaded(
  generation: number,
  content: DetectionContent,
  reply: OwnRules & { analyses: { rule: number; text: string }[]; apart: LoadResult['apart'] },
): LoadedContent {
  const { ownRules } = reply;
  const rulesOf = rulesByLogType(content.rules);
  const analyses = new Map(reply.analyses.map(({ rule, text }) => [rule, parseAnalysis(text)]));
  for (const [rule, { condition }] of ownRules) if (condition) analyses.set(rule, { condition });
  const filters = new Map<string, LogTypeFilter>();
  const numberOf = new Map(content.rules.map((rule, number) => [rule.id, number]));
  const apart = reply.apart.flatMap(({ kind, id }) => (kind === 'rule' ? [numberOf.get(id)!] : []));
  return {
    generation,
    content,
    numberOf,
    apart: new Set(apart),
    rejected: rejectedNumbers(content, reply.rejected),
    rulesOf,
    analyses,
    ownRules,
    filterOf(logType) {
      let filter = filters.get(logType);
      if (!filter)
        filters.set(logType, (filter = filterFor(logType, rulesOf.get(logType) ?? [], content, analyses)));
      return filter;
    },
  };
}

function rulesByLogType(rules: readonly PythonRule[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [number, rule] of rules.entries()) {
    for (const logType of new Set(rule.logTypes)) {
      const list = found.get(logType);
      if (list) list.push(number);
      else found.set(logType, [number]);
    }
  }
  return found;
}

function filterFor(
  logType: string,
  rules: readonly number[],
  content: DetectionContent,
  analyses: ReadonlyMap<number, RuleAnalysis>,
): LogTypeFilter {
  const known = rules.map((rule) => ({ rule, ...(analyses.get(rule) ?? { condition: true }) }));
  const remembered = known.flatMap(({ rule, condition, fields }) =>
    fields ? [{ rule, fields, isAlways: condition === true }] : [],
  );
  const indexed = known.filter(({ condition, fields }) => condition !== true || !fields);
  const model = content.dataModels.find((entry) => entry.enabled && entry.logTypes.includes(logType));
  return {
    prefilter: compilePrefilter(logType, indexed, model?.mappings),
    memo: createAnswerMemo(remembered),
  };
}

function rejectedNumbers(content: DetectionContent, rejected: readonly Rejection[]): Set<number> {
  const ids = new Set(rejected.filter((entry) => entry.kind === 'rule').map((entry) => entry.id));
  return new Set(content.rules.flatMap((rule, number) => (ids.has(rule.id) ? [number] : [])));
}
