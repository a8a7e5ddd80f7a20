import type { FlowToken } from '@margay/query';

/** How a stretch of a text is coloured. */
export type FlowRole =
  | 'keyword'
  | 'string'
  | 'number'
  | 'function'
  | 'namespace'
  | 'property'
  | 'comment'
  | 'operator'
  | 'invalid';

const keywords: ReadonlySet<string> = new Set(
  'let and or not in between true false null fn by on asc desc nulls first last'.split(' '),
);
/** Words that begin a pipeline, and only there. */
const sources: ReadonlySet<string> = new Set(['union', 'datatable', 'range', 'search']);

/** The role of each token; names of tables and columns have none. */
export function flowRoles(tokens: readonly FlowToken[]): { from: number; to: number; role: FlowRole }[] {
  const code = tokens.filter(({ kind }) => kind !== 'comment' && kind !== 'end');
  const roles = new Map(code.map((token, at) => [token, roleOf(code, at)]));
  return tokens.flatMap((token) => {
    const role = token.kind === 'comment' ? 'comment' : roles.get(token);
    const { start, end } = token.span;
    return role && start < end ? [{ from: start, to: end, role }] : [];
  });
}

function roleOf(code: readonly FlowToken[], at: number): FlowRole | undefined {
  const token = code[at]!;
  if (token.fault !== undefined || token.kind === 'broken') return 'invalid';
  switch (token.kind) {
    case 'text':
      return 'string';
    case 'int':
    case 'double':
    case 'timespan':
      return 'number';
    case 'symbol':
      return 'operator';
    case 'side':
      return 'keyword';
    case 'word':
      return roleOfWord(code, at);
    default:
      return undefined;
  }
}

function roleOfWord(code: readonly FlowToken[], at: number): FlowRole | undefined {
  const { text } = code[at]!;
  const before = code[at - 1]?.text;
  const after = code[at + 1]?.text;
  if (before === '|') return 'keyword';
  if (before !== '.' && after !== '.' && keywords.has(text)) return 'keyword';
  const startsPipeline = before === undefined || before === ';' || before === '(' || before === '=';
  if (startsPipeline && sources.has(text) && after !== '(' && after !== '=') return 'keyword';
  if (after === '(') return 'function';
  if (after === '.' && code[at + 3]?.text === '(' && before !== '.') return 'namespace';
  // A name given with an equals sign: of a column, a variable or a setting.
  return after === '=' && before !== '.' ? 'property' : undefined;
}
