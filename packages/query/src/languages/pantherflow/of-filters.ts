import type { Catalog } from '@margay/model';

import { noSpan } from '../../diagnostics.ts';
import type { FindField } from '../form-fields.ts';
import { fieldFinder } from '../form-fields.ts';
import type { FormSource } from '../form-sources.ts';
import { sourceOf } from '../form-sources.ts';
import type { FilterFault } from '../simple/lower-filters.ts';
import { lowerCondition, readFilters } from '../simple/lower-filters.ts';
import { termsOf } from '../simple/free-text.ts';
import type { FilterCondition } from '../simple/schema.ts';
import { operatorNamed } from '../simple/operators/index.ts';
import type { FormSearch, FormTime, Translation, Untranslatable } from '../translation.ts';
import { unfinished, unsaid } from '../untranslatable.ts';
import type { FlowExpression } from './ast.ts';
import { timeText } from './editor/query-text.ts';
import { flowOfExpression } from './of-expression.ts';
import { printFlowExpression, printFlowText, printPart } from './print-expression.ts';
import { wholeWords } from './search-term.ts';

const span = noSpan;

/**
 * A PantherFlow text that finds the rows of a search form. The catalog holds what the person may read. Logs with their
 * findings have no name in the language: that text begins with a pipe and leaves tables and time to the form.
 */
export function flowOfFilters(form: FormSearch, catalog: Catalog): Translation {
  const source = sourceOf(form, catalog);
  if ('untranslatable' in source) return source;
  const untranslatable: Untranslatable[] = [];
  const faults: FilterFault[] = [];
  const find = fieldFinder(source.all);
  const { text, ...tree } = form.filters;
  const condition = readFilters<FlowExpression>(
    tree,
    {
      words: () => undefined,
      condition: (meaning, given, path) => {
        const words = flowOfExpression(meaning, find);
        if ('kind' in words) return words;
        untranslatable.push(unsaid(given, path, words.reason));
        return undefined;
      },
      joined: (op, [first, ...rest]) =>
        rest.reduce((left, right) => ({ kind: 'binary', op, left, right, span }), first!),
    },
    faults,
  );
  untranslatable.push(...faults.map(unfinished));
  if (untranslatable.length > 0) return { untranslatable };
  const words = termsOf(text ?? '').map((term) => printFlowText(wholeWords(term)));
  const stages = [
    ...(words.length > 0 ? [`search ${words.join(' and ')}`] : []),
    ...(condition ? [`where ${print(condition)}`] : []),
  ];
  if (source.isMerged) return { text: `| ${stages.join('\n| ') || 'where true'}` };
  return { text: [sourceText(source), ...timeStage(form.time), ...stages].join('\n| ') };
}

/** A condition of the form as one of a text about fields of the operator's own type; undefined where there is none. */
export function conditionOf(condition: FilterCondition): string | undefined {
  const faults: FilterFault[] = [];
  const meaning = lowerCondition(condition, '', faults);
  const words = meaning && flowOfExpression(meaning, assumed(condition));
  return words && 'kind' in words ? print(words) : undefined;
}

function assumed({ operator }: FilterCondition): FindField {
  const type = (
    {
      number: { kind: 'float' },
      array: { kind: 'array', element: { kind: 'string' } },
      boolean: { kind: 'boolean' },
      time: { kind: 'timestamp' },
    } as const
  )[operatorNamed(operator)?.columnType as 'number'];
  return (name, steps) => ({ name, steps: [...steps], types: type ? [type] : [], isColumn: true });
}

function sourceText({ databases, tables }: FormSource): string {
  const names = [
    ...databases.map((database) => `${printPart(database)}.public.*`),
    ...tables.map(({ database, name }) => [database, 'public', name].map(printPart).join('.')),
  ];
  return names.length === 1 && tables.length === 1 ? names[0]! : `union ${names.join(', ')}`;
}

function timeStage(time: FormTime | undefined): string[] {
  if (!time) return [];
  if (time.kind === 'last') return [`where ${timeText(time)}`];
  const { start, end } = time;
  const at = (date: Date) => `time.parse_timestamp(${printFlowText(date.toISOString())})`;
  const until = end ? ` and p_event_time < ${at(end)}` : '';
  return [`where p_event_time >= ${at(start)}${until}`];
}

function print(expression: FlowExpression): string {
  return printFlowExpression(expression, () => '');
}
