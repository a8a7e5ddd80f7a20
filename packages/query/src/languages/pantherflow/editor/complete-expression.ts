import { reservedWords } from '../cursor.ts';
import { printFlowText } from '../print-expression.ts';
import type { FlowToken } from '../tokens.ts';
import { timespanUnits } from '../timespan.ts';
import { columnCandidates, fieldCandidates } from './complete-columns.ts';
import { fieldComparedAt, valueCandidates } from './complete-values.ts';
import type { FlowType } from './column-types.ts';
import { typeAt, typeText } from './column-types.ts';
import type { Candidate } from './completion-items.ts';
import type { FlowScope } from './flow-schema.ts';
import { findColumn } from './flow-schema.ts';
import type { FlowFunctionDoc } from './knowledge.ts';
import { signatureOf } from './knowledge.ts';
import type { FlowPlace } from './place.ts';
import { timeUnits } from './stage-docs.ts';
import { openCalls } from './stage-place.ts';
import { pathBeforeDot } from './token-paths.ts';

/** What is being completed. */
export interface Slot {
  place: FlowPlace;
  scope: FlowScope;
  /** What stands between the start of the word and the cursor. */
  typed: string;
}

export interface Offer {
  candidates: Candidate[];
  pendingField?: string;
}

export interface ExpressionRules {
  aggregates: 'first' | 'none';
  /** Words of the stage that may follow an operand outside of brackets. */
  after?: readonly Candidate[];
  /** Indexes of words that look like columns but belong to the stage. */
  isStageWord?: (at: number) => boolean;
}

/** What fits into an expression at the place: values, or what goes on after one. */
export function expressionOffer(slot: Slot, rules: ExpressionRules): Offer {
  const { place, scope, typed } = slot;
  const path = pathBeforeDot(place.tokens, place.count);
  if (path) return { candidates: afterDot(path.keys, scope, rules) };
  const before = place.tokens[place.count - 1];
  if (before?.kind === 'symbol' && before.text === '.') return { candidates: [] };
  if (place.current?.kind === 'int' || place.current?.kind === 'timespan')
    return { candidates: timespans(slot) };
  if (before && endsOperand(place, rules)) {
    const after = place.brackets.length === 0 ? (rules.after ?? []) : [];
    return { candidates: [...infixes, ...after] };
  }
  const candidates = [
    ...columnCandidates(scope.columns, typed, 10),
    ...localCandidates(scope),
    ...variableCandidates(scope),
    ...functionCandidates(scope.knowledge.functions, rules),
    ...argumentCandidates(slot),
    ...literals,
  ];
  const field = fieldComparedAt(place);
  if (!field) return { candidates };
  const { values, pendingField } = valueCandidates(field, scope, "'");
  return { candidates: [...values, ...candidates], ...(pendingField !== undefined && { pendingField }) };
}

function endsOperand(place: FlowPlace, rules: ExpressionRules): boolean {
  const at = place.count - 1;
  const floor = place.pipe === undefined ? place.start : place.pipe + 2;
  if (at < floor || rules.isStageWord?.(at)) return false;
  const token: FlowToken = place.tokens[at]!;
  if (token.kind === 'symbol') return [')', ']', '}'].includes(token.text);
  if (token.kind !== 'word') return token.kind !== 'end';
  return !reservedWords.has(token.text) || ['true', 'false', 'null'].includes(token.text);
}

function keyword(label: string, info: string, weight = 8): Candidate {
  return { label, kind: 'keyword', info, insert: `${label} `, continues: true, weight };
}

export const infixes: readonly Candidate[] = [
  ...(
    [
      ['==', 'Equal; == null tests for null.'],
      ['!=', 'Not equal; != null tests for a value.'],
      ['<', 'Less.'],
      ['<=', 'Less or equal.'],
      ['>', 'Greater.'],
      ['>=', 'Greater or equal.'],
      ['+', 'Plus.'],
      ['-', 'Minus.'],
    ] as const
  ).map(([label, info]): Candidate => ({
    label,
    kind: 'keyword',
    info,
    insert: `${label} `,
    continues: true,
    weight: 5,
  })),
  keyword('and', 'Both conditions.'),
  keyword('or', 'One of the conditions.'),
  { ...keyword('in', 'One of a list of values.'), snippet: 'in [${value}]', insert: 'in []' },
  { ...keyword('not in', 'None of a list of values.', 6), snippet: 'not in [${value}]', insert: 'not in []' },
  {
    ...keyword('between', 'Within an interval, both ends included.'),
    snippet: 'between ${from} .. ${to}',
  },
];

const literals: readonly Candidate[] = [
  ...(['true', 'false', 'null'] as const).map((label): Candidate => ({
    label,
    kind: 'keyword',
    insert: label,
    weight: 2,
  })),
  { label: 'not', kind: 'keyword', insert: 'not ', continues: true, weight: 3 },
];

/** Fields of what is before the dot, functions of a namespace. */
function afterDot(keys: readonly (string | number)[], scope: FlowScope, rules: ExpressionRules): Candidate[] {
  const fields = typeOfKeys(keys, scope);
  const namespace = keys.length === 1 ? `${keys[0]}.` : undefined;
  const functions = scope.knowledge.functions
    .filter(
      ({ name, kind }) => namespace !== undefined && name.startsWith(namespace) && isAllowed(kind, rules),
    )
    .map((fn) => {
      const candidate = functionCandidate(fn, 8);
      const cut = (part: string) => part.slice(namespace!.length);
      return {
        ...candidate,
        label: cut(candidate.label),
        insert: cut(candidate.insert),
        snippet: cut(candidate.snippet),
      };
    });
  return [...(fields?.kind === 'object' ? fieldCandidates(fields.fields, 10) : []), ...functions];
}

export function typeOfKeys(keys: readonly (string | number)[], scope: FlowScope): FlowType | undefined {
  const [first, ...rest] = keys;
  const local = scope.locals?.get(String(first));
  if (local) return typeAt(local, rest);
  const column = findColumn(keys, scope.columns);
  if (column) return column.type;
  const variable = scope.variables.get(String(first))?.type;
  return variable && typeAt(variable, rest);
}

function localCandidates(scope: FlowScope): Candidate[] {
  return [...(scope.locals ?? [])].map(([label, type]) => {
    const isSide = label.startsWith('$');
    return {
      label,
      kind: 'parameter',
      detail: isSide ? (label === '$left' ? 'rows of the pipe' : 'joined rows') : typeText(type),
      insert: isSide ? `${label}.` : label,
      ...(isSide && { continues: true }),
      weight: 12,
    };
  });
}

function variableCandidates(scope: FlowScope): Candidate[] {
  return [...scope.variables.values()].flatMap(({ name, type }) =>
    type ? [{ label: name, kind: 'variable' as const, detail: typeText(type), insert: name, weight: 9 }] : [],
  );
}

function isAllowed(kind: FlowFunctionDoc['kind'], rules: ExpressionRules): boolean {
  return kind === 'scalar' || rules.aggregates === 'first';
}

export function functionCandidates(
  functions: readonly FlowFunctionDoc[],
  rules: ExpressionRules,
): Candidate[] {
  return functions
    .filter(({ kind }) => isAllowed(kind, rules))
    .map((fn) => functionCandidate(fn, fn.kind === 'aggregate' ? 20 : 5));
}

function functionCandidate(fn: FlowFunctionDoc, weight: number): Candidate & { snippet: string } {
  const needed = fn.params.filter(({ optional }) => !optional);
  const isBare = fn.params.length === 0;
  return {
    label: fn.name,
    kind: 'function',
    detail: signatureOf(fn).label.slice(fn.name.length),
    info: fn.doc,
    insert: isBare ? `${fn.name}()` : `${fn.name}(`,
    snippet: `${fn.name}(${needed.length === 0 && !isBare ? '${}' : needed.map(({ name }) => `\${${name}}`).join(', ')})`,
    ...(!isBare && { continues: true }),
    weight,
  };
}

/** What the parameter of the call around asks for: a function, a unit of time, a length of time. */
function argumentCandidates({ place, scope }: Slot): Candidate[] {
  const call = openCalls(place, scope.knowledge).at(-1);
  if (!call || place.brackets.at(-1)?.open !== call.open) return [];
  const plain = (label: string, index: number): Candidate => ({
    label,
    kind: 'unit',
    insert: label,
    weight: 50 - index,
  });
  switch (call.fn?.params[call.argument]?.type) {
    case 'fn': {
      const snippet = 'fn (${x}) { ${value} }';
      return [
        { label: 'fn', kind: 'keyword', detail: '(x) { … }', insert: 'fn (x) { ', snippet, weight: 50 },
      ];
    }
    case 'unit':
      return timeUnits.map((unit, index) => plain(printFlowText(unit), index));
    case 'timespan':
      return ['20m', '1h', '1d', '7d', '30d'].map(plain);
    default:
      return [];
  }
}

/** Units for the number that is being typed. */
function timespans({ typed }: Slot): Candidate[] {
  const digits = /^[0-9]+/.exec(typed)?.[0];
  if (digits === undefined) return [];
  const shown = ['m', 'h', 'd', 's', 'ms'];
  return shown.map((unit, index) => ({
    label: `${digits}${unit}`,
    kind: 'unit',
    detail: `${digits} ${unitNames[unit] ?? unit}`,
    insert: `${digits}${unit}`,
    weight: shown.length - index,
  }));
}

const unitNames: Readonly<Record<string, string>> = Object.fromEntries(
  ['m', 'h', 'd', 's', 'ms'].map((unit) => [
    unit,
    Object.keys(timespanUnits).find(
      (name) => name.length > 3 && name.endsWith('s') && timespanUnits[name] === timespanUnits[unit],
    )!,
  ]),
);
