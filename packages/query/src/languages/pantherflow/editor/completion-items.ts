export type FlowCompletionKind =
  | 'annotation'
  | 'chart'
  | 'column'
  | 'database'
  | 'field'
  | 'function'
  | 'keyword'
  | 'operator'
  | 'parameter'
  | 'pattern'
  | 'table'
  | 'unit'
  | 'value'
  | 'variable';

export interface FlowCompletion {
  label: string;
  kind: FlowCompletionKind;
  /** Beside the label: a type, a database, a number of rows. */
  detail?: string;
  /** Some sentences. */
  info?: string;
  /** What is put into the text. */
  insert: string;
  /** The same with `${name}` where a person goes on typing. */
  snippet?: string;
  /** After it something follows at once, so the list should open again. */
  continues?: boolean;
}

export interface FlowCompletions {
  /** What is replaced. */
  start: number;
  end: number;
  /** Best first. */
  items: FlowCompletion[];
  /** Values of this field would be offered too, but `valuesOf` did not have them yet. */
  pendingField?: string;
}

/** Before ranking: `weight` orders what matches equally well, bigger first. */
export type Candidate = FlowCompletion & { weight: number };

/** More would be no choice. */
const maxItems = 200;

/** Those that match what is typed, best first: whole beginnings, then beginnings of words, then letters in order. */
export function ranked(candidates: Iterable<Candidate>, typed: string): FlowCompletion[] {
  const lower = typed.toLowerCase();
  const found: { candidate: Candidate; score: number }[] = [];
  for (const candidate of candidates) {
    const score = scoreOf(candidate.label, typed, lower);
    if (score > 0) found.push({ candidate, score });
  }
  found.sort(
    (a, b) =>
      b.score - a.score ||
      b.candidate.weight - a.candidate.weight ||
      a.candidate.label.length - b.candidate.label.length ||
      (a.candidate.label < b.candidate.label ? -1 : 1),
  );
  const seen = new Set<string>();
  const items: FlowCompletion[] = [];
  for (const { candidate } of found) {
    const { weight: _, ...item } = candidate;
    const key = `${item.kind} ${item.insert}`;
    if (seen.has(key)) continue;
    seen.add(key);
    items.push(item);
    if (items.length === maxItems) break;
  }
  return items;
}

function scoreOf(label: string, typed: string, lower: string): number {
  if (lower === '' || label.startsWith(typed)) return 5;
  const text = label.toLowerCase();
  if (text.startsWith(lower)) return 4;
  const at = text.indexOf(lower);
  if (at > 0) return startsWord(label, at) ? 3 : 2;
  return lower.length > 1 && holdsInOrder(text, lower) ? 1 : 0;
}

function startsWord(label: string, at: number): boolean {
  return /[._ '-]/.test(label[at - 1]!) || (/[A-Z]/.test(label[at]!) && !/[A-Z]/.test(label[at - 1]!));
}

/** Letters in order, the first one at the beginning: `sfn` finds `snowflake.func`. */
function holdsInOrder(text: string, letters: string): boolean {
  if (text[0] !== letters[0]) return false;
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
