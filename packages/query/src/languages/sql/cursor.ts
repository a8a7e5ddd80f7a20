import { nearestWord } from '@margay/kit';
import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import type { Name } from './ast.ts';
import type { Token } from './tokens.ts';

/** Words that cannot be a name without quotes, because the grammar needs them where a name may stand. */
const reserved = new Set(
  `select from where group by having order limit offset qualify union all except intersect minus with as on using
  join inner left right full outer cross natural lateral and or not in is between like ilike rlike null true false
  case when then else end distinct cast over partition fetch settings format into window prewhere sample final
  array asof anti semi any global interval insert update delete create drop alter exists`.split(/\s+/),
);
/** Names that stand for the current time where no quotes are around them. */
const constants = new Set(['current_timestamp', 'sysdate', 'current_date']);

/** Whether a name is read as one without quotes around it. */
export function isPlainName(text: string): boolean {
  const lower = text.toLowerCase();
  return /^[A-Za-z_]\w*$/.test(text) && !reserved.has(lower) && !constants.has(lower);
}

/** Reserved, but harmless as a function name. */
const callable = new Set(['left', 'right', 'any', 'array', 'format', 'insert']);

const maxDepth = 60;

/** The parser's place in the tokens. */
export class Cursor {
  private at = 0;
  private depth = 0;
  private readonly tokens: Token[];
  readonly source: string;

  constructor(source: string, tokens: Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  get token(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    const { token } = this;
    if (this.at < this.tokens.length - 1) this.at++;
    return token;
  }

  /** Span from a start to the last token read. */
  spanFrom(start: Span): Span {
    const last = this.tokens[Math.max(0, this.at - 1)]!.span;
    return { ...start, end: last.end, endLine: last.endLine, endColumn: last.endColumn };
  }

  isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text;
  }

  /** Whether `.*` stands so many tokens ahead; a quoted name may be a star too. */
  isStarAhead(ahead: number): boolean {
    const [dot, star] = [this.peek(ahead), this.peek(ahead + 1)];
    return dot.kind === 'symbol' && dot.text === '.' && star.kind === 'symbol' && star.text === '*';
  }

  isWord(...words: string[]): boolean {
    return isWordToken(this.token, words);
  }

  /** Whether the tokens ahead are these words in a row. */
  areWords(...words: string[]): boolean {
    return words.every((word, index) => isWordToken(this.peek(index), [word]));
  }

  takeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.next();
    return true;
  }

  takeWord(...words: string[]): boolean {
    if (!this.isWord(...words)) return false;
    this.next();
    return true;
  }

  takeWords(...words: string[]): boolean {
    if (!this.areWords(...words)) return false;
    for (const _ of words) this.next();
    return true;
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) this.unexpected(`"${text}"`);
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) this.unexpected(word.toUpperCase());
  }

  /** A name; unquoted ones must not be reserved. */
  expectName(what: string): Name {
    const { token } = this;
    if (token.kind === 'quoted' || (token.kind === 'word' && !reserved.has(token.text.toLowerCase()))) {
      this.next();
      return { text: token.text, isQuoted: token.kind === 'quoted', span: token.span };
    }
    return this.unexpected(what);
  }

  /** A part after a dot or colon: any word will do. */
  expectPart(what: string): Name {
    const { token } = this;
    if (token.kind !== 'quoted' && token.kind !== 'word') return this.unexpected(what);
    this.next();
    return { text: token.text, isQuoted: token.kind === 'quoted', span: token.span };
  }

  startsName(): boolean {
    const { kind, text } = this.token;
    return kind === 'quoted' || (kind === 'word' && !reserved.has(text.toLowerCase()));
  }

  startsCall(): boolean {
    const next = this.peek(1);
    const isCallable =
      this.token.kind === 'word' && (this.startsName() || callable.has(this.token.text.toLowerCase()));
    return isCallable && next.kind === 'symbol' && next.text === '(';
  }

  unexpected(wanted: string): never {
    const { token } = this;
    const refused = token.kind === 'word' ? refusedWords.get(token.text.toLowerCase()) : undefined;
    if (refused) refuse(token.span, refused.code, refused.message, refused.suggestion);
    if (token.kind === 'end')
      refuse(token.span, 'parse.unexpected_eof', `The query ends here, but ${wanted} is missing.`);
    if (token.kind === 'symbol' && token.text === ';') refuseSeveral(token.span);
    const meant = token.kind === 'word' ? nearestWord(token.text, keywords) : undefined;
    const suggestion = meant && meant !== token.text.toLowerCase() ? meant.toUpperCase() : undefined;
    return refuse(
      token.span,
      'parse.unexpected_token',
      `${wanted} was expected, not ${shown(token)}.`,
      suggestion,
    );
  }

  /** Guards the stack: deep nesting is refused, not survived. */
  nested<T>(parse: () => T): T {
    if (++this.depth > maxDepth)
      refuse(this.token.span, 'limit.depth', `The query is nested deeper than ${maxDepth} levels here.`);
    const result = parse();
    this.depth--;
    return result;
  }
}

const keywords = [
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'select',
  'join',
  'union',
  'and',
  'or',
  'between',
];

function isWordToken(token: Token, words: string[]): boolean {
  return token.kind === 'word' && words.includes(token.text.toLowerCase());
}

function shown(token: Token): string {
  const text = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  return token.kind === 'text' ? `the text '${text}'` : `"${text}"`;
}

export function refuseSeveral(span: Span): never {
  return refuse(
    span,
    'refused.several_statements',
    'Only one statement may be run at a time.',
    'Remove everything from ";" on.',
  );
}

const notAllowed = (what: string, suggestion?: string) => ({
  code: 'refused.clause',
  message: `${what} is not allowed in queries.`,
  suggestion,
});

/** Clauses that people may know from elsewhere; said plainly instead of "unexpected". */
const refusedWords = new Map<string, { code: string; message: string; suggestion?: string | undefined }>([
  ['settings', { code: 'refused.settings', message: 'SETTINGS is not allowed in queries.' }],
  ['format', { code: 'refused.format', message: 'FORMAT is not allowed in queries.' }],
  ['into', { code: 'refused.into', message: 'INTO is not allowed in queries.' }],
  ['prewhere', notAllowed('PREWHERE')],
  ['final', notAllowed('FINAL')],
  ['sample', notAllowed('SAMPLE')],
  ['tablesample', notAllowed('TABLESAMPLE')],
  ['window', notAllowed('A WINDOW clause', 'Write the window after OVER.')],
  [
    'match_recognize',
    notAllowed('MATCH_RECOGNIZE', 'Use LAG, LEAD or SUM(IFF(…, 1, 0)) OVER (PARTITION BY … ORDER BY …).'),
  ],
  ['pivot', notAllowed('PIVOT', 'Use SUM(IFF(name = …, value, 0)) for each column.')],
  ['unpivot', notAllowed('UNPIVOT', 'Use UNION ALL, or FLATTEN over an OBJECT_CONSTRUCT.')],
]);
