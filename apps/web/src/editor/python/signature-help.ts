import { Prec, StateEffect, StateField } from '@codemirror/state';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, keymap, showTooltip } from '@codemirror/view';
import type { Tooltip } from '@codemirror/view';
import { functionNamed } from './describe.ts';
import { eventMethod } from './event-methods.ts';
import { pythonKnowledge, readDocument } from './document.ts';
import type { PythonKnowledge, ReadText } from './knowledge.ts';
import { notice } from '../notice.ts';
import type { HeadPart } from '../notice.ts';

export interface Signature {
  /** Where the name of the function starts. */
  from: number;
  name: string;
  parameters: readonly string[];
  /** The parameter the cursor stands in; -1 when there is none for it. */
  active: number;
  does: string;
}

interface Open {
  /** Place of the bracket. */
  at: number;
  commas: number;
  keyword: string | undefined;
}

/** Words that begin a statement: no bracket reaches over them, whatever was left open above. */
const statements = new Set(['def', 'class', 'return', 'import', 'raise', 'while', 'with', 'try', 'pass']);
/** Words that may stand before a bracket that is no call. */
const operators = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'if',
  'else',
  'elif',
  'for',
  'return',
  'lambda',
  'yield',
]);

/** The call whose arguments the cursor stands in, when it is one of an event or of an imported function. */
export function signatureAt(
  body: ReadText,
  position: number,
  knowledge: PythonKnowledge,
): Signature | undefined {
  const { tokens, calls } = body;
  for (const open of openBrackets(body, position).toReversed()) {
    const name = tokens[open.at - 1];
    if (tokens[open.at]!.text !== '(' || name?.kind !== 'name' || operators.has(name.text)) continue;
    const call = calls.find(({ methodAt }) => methodAt.from === name.from);
    const known = call ? ofMethod(call.method) : ofFunction(body, open.at - 1, knowledge);
    return known && { from: name.from, ...known, active: activeOf(known.parameters, open) };
  }
  return undefined;
}

/** The brackets around a place, outermost first. */
function openBrackets({ tokens }: ReadText, position: number): Open[] {
  let open: Open[] = [];
  for (const [at, token] of tokens.entries()) {
    // A string belongs to what is before it, up to the cursor in it.
    if (token.kind === 'string' || token.kind === 'comment' ? token.from >= position : token.to > position)
      break;
    const inner = open.at(-1);
    if (token.kind === 'name' && statements.has(token.text)) open = [];
    else if (['(', '[', '{'].includes(token.text)) open.push({ at, commas: 0, keyword: undefined });
    else if ([')', ']', '}'].includes(token.text)) open.pop();
    else if (token.text === ',' && inner)
      Object.assign(inner, { commas: inner.commas + 1, keyword: undefined });
    else if (token.text === '=' && inner) inner.keyword = tokens[at - 1]?.text;
  }
  return open;
}

function ofMethod(name: string) {
  const method = eventMethod(name);
  return method && { name, parameters: method.parameters, does: method.does };
}

function ofFunction(body: ReadText, at: number, { modules }: PythonKnowledge) {
  const owner = body.tokens[at - 1]?.text === '.' ? body.tokens[at - 2]?.text : undefined;
  const name = body.tokens[at]!.text;
  const found = functionNamed(body, modules, owner, name)?.entry;
  if (!found) return undefined;
  const inside = found.signature.slice(1, -1).trim();
  return { name, parameters: inside === '' ? [] : inside.split(/,\s*(?![^[({]*[\])}])/), does: found.doc };
}

/** By its keyword, else by its place; what comes after a starred parameter belongs to it. */
function activeOf(parameters: readonly string[], { commas, keyword }: Open): number {
  const named = parameters.findIndex((parameter) => parameter.split('=')[0] === keyword);
  if (keyword !== undefined && named >= 0) return named;
  const starred = parameters.findIndex((parameter) => parameter.startsWith('*'));
  if (starred >= 0 && commas >= starred) return starred;
  return commas < parameters.length ? commas : -1;
}

function tooltipOf(state: EditorState): Tooltip | null {
  const { main } = state.selection;
  if (!main.empty || state.readOnly) return null;
  const found = signatureAt(readDocument(state.doc), main.head, state.facet(pythonKnowledge));
  if (!found || found.parameters.length === 0) return null;
  const head: HeadPart[] = found.parameters.flatMap((parameter, at) => [
    at === 0 ? '' : ', ',
    at === found.active ? { marked: parameter } : parameter,
  ]);
  return {
    pos: found.from,
    above: true,
    create: () => ({ dom: notice([`${found.name}(`, ...head, ')'], [found.does].filter(Boolean)) }),
  };
}

const close = StateEffect.define();

const shownSignature = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    if (transaction.effects.some((effect) => effect.is(close))) return null;
    if (transaction.docChanged) return tooltipOf(transaction.state);
    // A look around is no typing: the help only follows where it is open.
    return shown && transaction.selection ? tooltipOf(transaction.state) : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** Takes the help away; false, so that whoever else listens hears it too. */
function hide(view: EditorView): false {
  if (view.state.field(shownSignature)) view.dispatch({ effects: close.of(null) });
  return false;
}

/** Shows the signature over a call while its arguments are typed; Escape and leaving the editor take it away. */
export const signatureHelp: Extension = [
  shownSignature,
  Prec.high(keymap.of([{ key: 'Escape', run: hide }])),
  EditorView.domEventHandlers({ blur: (_event, view) => hide(view) }),
];
