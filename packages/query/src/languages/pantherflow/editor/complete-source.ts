import { printPart } from '../print-expression.ts';
import { columnsOfTable, qualifiedName } from './column-types.ts';
import type { Offer, Slot } from './complete-expression.ts';
import { expressionOffer } from './complete-expression.ts';
import type { Candidate } from './completion-items.ts';
import type { FlowScope } from './flow-schema.ts';
import { isSymbol, isWord } from './place.ts';
import { databasesIn } from './tables.ts';
import { pathBeforeDot } from './token-paths.ts';

/** What fits before the first pipe of a pipeline. */
export function sourceCandidates(slot: Slot): Offer {
  const { place } = slot;
  const { tokens, count, start, brackets } = place;
  const first = tokens[start];
  if (count <= start) return { candidates: startCandidates(slot) };
  if (isWord(first, 'range')) return rangeOffer(slot);
  if (isWord(first, 'datatable')) return { candidates: count === start + 1 ? [rowsCandidate] : [] };
  if (brackets.length > 0) return expressionOffer(slot, { aggregates: 'none' });
  if (isWord(first, 'union')) return { candidates: unionCandidates(slot) };
  const isLetPath = place.isLetValue && !isTableSoFar(slot);
  if (isSymbol(tokens[count - 1], '.') && !isLetPath) return { candidates: afterTableDot(slot) };
  if (isLetPath) return expressionOffer(slot, { aggregates: 'none' });
  return { candidates: [pipeCandidate] };
}

/** Tables after `union` or a comma, as source and as stage. */
export function unionCandidates(slot: Slot): Candidate[] {
  const { tokens, count } = slot.place;
  const before = tokens[count - 1];
  if (isSymbol(before, '.')) return afterTableDot(slot);
  const isItemDue = isSymbol(before, ',') || isWord(before, 'union');
  return isItemDue ? tableCandidates(slot.scope) : [pipeCandidate];
}

const pipeCandidate: Candidate = {
  label: '|',
  kind: 'operator',
  info: 'Passes the rows on to the next operator.',
  insert: '| ',
  continues: true,
  weight: 10,
};

const rowsCandidate: Candidate = {
  label: '[',
  kind: 'keyword',
  insert: '[',
  snippet: "[{'${column}': ${value}}]",
  weight: 1,
};

/** A name with dots, which may be a table or a field of an object. */
function isTableSoFar({ place, scope }: Slot): boolean {
  const names = place.tokens.slice(place.start, place.count).filter(({ text }) => text !== '.');
  if (names.some(({ kind }) => kind !== 'word' && kind !== 'quoted')) return false;
  const [first] = names;
  return names.length > 1 || scope.variables.get(first?.text ?? '')?.type === undefined;
}

function startCandidates(slot: Slot): Candidate[] {
  const { place, scope } = slot;
  const isStatement = place.start === 0 || isSymbol(place.tokens[place.start - 1], ';');
  const values = place.isLetValue ? expressionOffer(slot, { aggregates: 'none' }).candidates : [];
  return [
    ...tableCandidates(scope),
    ...sourceWords.filter(({ label }) => label !== 'let' || isStatement),
    ...values,
  ];
}

const sourceWords: readonly Candidate[] = [
  {
    label: 'union',
    kind: 'keyword',
    info: 'The rows of several tables.',
    insert: 'union ',
    continues: true,
    weight: 6,
  },
  {
    label: 'let',
    kind: 'keyword',
    info: 'Names a value or a table for what follows.',
    insert: 'let ',
    snippet: 'let ${name} = ${value};\n${}',
    weight: 5,
  },
  {
    label: 'datatable',
    kind: 'keyword',
    info: 'Rows written in the text.',
    insert: 'datatable [',
    snippet: "datatable [{'${column}': ${value}}]",
    weight: 4,
  },
  {
    label: 'range',
    kind: 'keyword',
    info: 'A column of numbers or times with even steps.',
    insert: 'range ',
    snippet: 'range ${n} from ${1} to ${10} step ${1}',
    weight: 4,
  },
];

function tableCandidates({ knowledge, variables }: FlowScope): Candidate[] {
  const { catalog } = knowledge;
  const tables = catalog.tables().map((table): Candidate => ({
    label: table.name,
    kind: 'table',
    detail: table.database,
    info: [table.displayName, table.description, `${columnsOfTable(table).length} columns`]
      .filter(Boolean)
      .join('\n'),
    insert: [table.database, 'public', table.name].map(printPart).join('.'),
    weight: table.database === 'panther_logs' ? 10 : 8,
  }));
  const databases = databasesIn(catalog).flatMap((database): Candidate[] => [
    { label: database, kind: 'database', insert: `${database}.public.`, continues: true, weight: 7 },
    {
      label: `${database}.public.*`,
      kind: 'pattern',
      detail: 'all tables',
      insert: `${database}.public.*`,
      weight: 6,
    },
  ]);
  const lets = [...variables.values()].flatMap(({ name, columns }): Candidate[] =>
    columns
      ? [{ label: name, kind: 'variable', detail: `${columns.length} columns`, insert: name, weight: 20 }]
      : [],
  );
  return [...lets, ...tables, ...databases];
}

/** The next part of a table's name. */
function afterTableDot({ place, scope }: Slot): Candidate[] {
  const path = pathBeforeDot(place.tokens, place.count);
  if (!path) return [];
  const [database, schema] = path.keys.map(String);
  const { catalog } = scope.knowledge;
  const inDatabase = catalog.tables().filter((table) => table.database === database);
  if (path.keys.length === 1) {
    const bare: Candidate = {
      label: 'public',
      kind: 'keyword',
      detail: 'schema',
      insert: 'public.',
      continues: true,
      weight: 10,
    };
    return inDatabase.length > 0 ? [bare] : [];
  }
  if (path.keys.length > 2 || schema !== 'public') return [];
  const all: Candidate = { label: '*', kind: 'pattern', detail: 'all tables', insert: '*', weight: 11 };
  const tables = inDatabase.map((table): Candidate => ({
    label: table.name,
    kind: 'table',
    detail: qualifiedName(table),
    ...(table.description !== undefined && { info: table.description }),
    insert: printPart(table.name),
    weight: 8,
  }));
  return [all, ...prefixPatterns(inDatabase), ...tables];
}

/** `aws*` for names that share their first word. */
function prefixPatterns(tables: readonly { name: string }[]): Candidate[] {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const prefix = /^[a-z0-9]+(?=_)/.exec(name)?.[0];
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].flatMap(([prefix, count]): Candidate[] =>
    count > 1
      ? [{ label: `${prefix}*`, kind: 'pattern', detail: `${count} tables`, insert: `${prefix}*`, weight: 9 }]
      : [],
  );
}

/** `range name from a to b step c` */
function rangeOffer(slot: Slot): Offer {
  const { tokens, count, start } = slot.place;
  const words = ['from', 'to', 'step'];
  if (count === start + 1) return { candidates: [] };
  const used = tokens.slice(start + 2, count).filter((token) => isWord(token, ...words)).length;
  const next = words[used];
  const after: Candidate[] = next
    ? [{ label: next, kind: 'keyword', insert: `${next} `, continues: true, weight: 20 }]
    : [pipeCandidate];
  if (used === 0) return { candidates: after };
  return expressionOffer(slot, {
    aggregates: 'none',
    after,
    isStageWord: (at) => isWord(tokens[at], ...words),
  });
}
