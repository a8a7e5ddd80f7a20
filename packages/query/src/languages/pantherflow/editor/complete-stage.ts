import { columnCandidates } from './complete-columns.ts';
import type { ExpressionRules, Offer, Slot } from './complete-expression.ts';
import { expressionOffer } from './complete-expression.ts';
import { unionCandidates } from './complete-source.ts';
import type { Candidate } from './completion-items.ts';
import { isSymbol, isWord } from './place.ts';
import { chartAnnotations, chartNames, joinKinds, stageDocs } from './stage-docs.ts';
import { stageWordAt, wordInStage } from './stage-place.ts';

/** The operators, in the order of the reference. */
export function stageWordCandidates(): Candidate[] {
  return stageDocs.map(({ word, doc, syntax, snippet }, index) => ({
    label: word,
    kind: 'operator',
    detail: syntax.slice(word.length + 1),
    info: doc,
    insert: `${word} `,
    snippet,
    continues: true,
    weight: stageDocs.length - index,
  }));
}

/** What fits behind the word of a stage. */
export function stageCandidates(slot: Slot): Offer {
  const { place } = slot;
  switch (stageWordAt(place)) {
    case 'summarize':
      return summarizeOffer(slot);
    case 'sort':
      return sortOffer(slot);
    case 'limit':
    case 'sample':
      return { candidates: place.count === place.pipe! + 2 ? [...counts] : [] };
    case 'join':
      return joinOffer(slot);
    case 'search':
      return { candidates: searchCandidates(slot) };
    case 'visualize':
      return visualizeOffer(slot);
    case 'union':
      return { candidates: unionCandidates(slot) };
    case 'where':
    case 'project':
    case 'extend':
      return expressionOffer(slot, plainRules);
    default:
      return { candidates: [] };
  }
}

const plainRules: ExpressionRules = { aggregates: 'none' };

function word(label: string, info: string, weight = 15): Candidate {
  return { label, kind: 'keyword', info, insert: `${label} `, continues: true, weight };
}

const counts: readonly Candidate[] = ['10', '100', '1000'].map((label, index) => ({
  label,
  kind: 'value',
  insert: label,
  weight: 3 - index,
}));

function summarizeOffer(slot: Slot): Offer {
  const by = wordInStage(slot.place, 'by');
  if (by !== undefined) return expressionOffer(slot, { ...plainRules, isStageWord: (at) => at === by });
  const groupBy = word('by', 'Groups by what follows.');
  const offer = expressionOffer(slot, {
    // Inside an aggregate stand columns.
    aggregates: slot.place.brackets.length === 0 ? 'first' : 'none',
    after: [groupBy],
  });
  const isFirst = slot.place.count === slot.place.pipe! + 2;
  return isFirst ? { ...offer, candidates: [...offer.candidates, { ...groupBy, weight: 4 }] } : offer;
}

const directions: readonly Candidate[] = [
  word('desc', 'Biggest first.', 18),
  word('asc', 'Smallest first.', 17),
  word('nulls first', 'Rows without a value come first.', 16),
  word('nulls last', 'Rows without a value come last.'),
];

function sortOffer(slot: Slot): Offer {
  const { tokens, count, pipe } = slot.place;
  const before = tokens[count - 1];
  if (slot.place.brackets.length === 0) {
    if (isWord(before, 'nulls') && count > pipe! + 2)
      return {
        candidates: [word('first', 'Rows without a value come first.', 16), word('last', 'They come last.')],
      };
    if (isWord(before, 'asc', 'desc') && count > pipe! + 3) return { candidates: directions.slice(2) };
  }
  const offer = expressionOffer(slot, {
    ...plainRules,
    after: directions,
    isStageWord: (at) => at === pipe! + 2 && isWord(tokens[at], 'by'),
  });
  const isFirst = count === pipe! + 2;
  return isFirst ? { ...offer, candidates: [...offer.candidates, word('by', 'Optional.', 1)] } : offer;
}

/** `join kind=inner name=(query) on condition`; the query has a place of its own. */
function joinOffer(slot: Slot): Offer {
  const { place } = slot;
  const { tokens, count, pipe } = place;
  const on = wordInStage(place, 'on');
  if (on !== undefined)
    return expressionOffer(
      { ...slot, scope: { ...slot.scope, columns: [] } },
      { ...plainRules, isStageWord: (at) => at === on },
    );
  const before = tokens[count - 1];
  const position = count - (pipe! + 2);
  if (position === 0)
    return { candidates: [{ label: 'kind', kind: 'keyword', insert: 'kind=', continues: true, weight: 1 }] };
  if (position === 2)
    return {
      candidates: joinKinds.map((label, index) => ({
        label,
        kind: 'keyword',
        info: joinDocs[label],
        insert: `${label} `,
        weight: joinKinds.length - index,
      })),
    };
  return { candidates: isSymbol(before, ')') ? [word('on', 'The condition of the join.')] : [] };
}

const joinDocs: Readonly<Record<(typeof joinKinds)[number], string>> = {
  inner: 'Matching pairs of rows.',
  leftouter: 'Every row of the pipe; without match the joined row is null.',
  rightouter: 'Every joined row; without match the columns of the pipe are null.',
  fullouter: 'Every row of both.',
  cross: 'Every combination; needs no condition.',
};

function searchCandidates({ place }: Slot): Candidate[] {
  const before = place.tokens[place.count - 1];
  const isAfterTerm = before?.kind === 'text' || isSymbol(before, ')');
  if (isAfterTerm) return [word('and', 'Both terms.'), word('or', 'One of the terms.')];
  return [word('not', 'Rows without the term.')];
}

function visualizeOffer(slot: Slot): Offer {
  const { tokens, count, pipe, brackets } = slot.place;
  const before = tokens[count - 1];
  const isFirst = count === pipe! + 2;
  const isInValue = brackets.length > 0 || isSymbol(before, '=');
  if (isInValue) return { candidates: columnCandidates(slot.scope.columns, slot.typed, 10) };
  const hasChart = !isFirst && count === pipe! + 3 && before?.kind === 'word';
  if (!isFirst && !hasChart && !isSymbol(before, ',')) return { candidates: [] };
  const charts = isFirst
    ? chartNames.map((label, index): Candidate => ({
        label,
        kind: 'chart',
        insert: `${label} `,
        continues: true,
        weight: 20 - index,
      }))
    : [];
  const annotations = chartAnnotations.map(({ name, doc, isColumn }, index): Candidate => ({
    label: name,
    kind: 'annotation',
    info: doc,
    insert: `${name}=`,
    ...(isColumn ? { continues: true } : { snippet: `${name}='\${}'` }),
    weight: 10 - index,
  }));
  return { candidates: [...charts, ...annotations] };
}
