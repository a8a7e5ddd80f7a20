import { SyntaxFault } from './fault.ts';
import type { At } from './fault.ts';
import type { Token } from './tokens.ts';
import type { Argument, Clause, Expression, NameNode, Parameter } from './tree.ts';

/** By how tightly they bind; `not` and the unary signs are apart. */
const levels: Record<string, number> = {
  or: 1,
  and: 2,
  in: 4,
  'not in': 4,
  '==': 4,
  '!=': 4,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '|': 5,
  '^': 6,
  '&': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '//': 10,
  '%': 10,
};
const levelOfNot = 3;
const levelOfComparison = 4;
const levelOfUnary = 11;

/** Of expressions: brackets within brackets, and operations in a row. */
const deepest = 120;

type Draft = Expression extends infer E ? (E extends Expression ? Omit<E, 'depth' | 'size'> : never) : never;

/** Reads expressions. Depth is bounded both while reading and in the tree, so neither this nor what walks it overflows. */
export class ExpressionParser {
  private readonly tokens: readonly Token[];
  private position = 0;
  protected nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get token(): Token {
    return this.tokens[this.position]!;
  }

  protected advance(): void {
    if (this.position < this.tokens.length - 1) this.position++;
  }

  protected isKind(kind: Token['kind']): boolean {
    return this.token.kind === kind;
  }
  protected isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text;
  }
  protected takeSign(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.advance();
    return true;
  }
  protected expectSign(text: string): void {
    if (!this.takeSign(text)) throw this.unexpected(`"${text}"`);
  }
  protected isKeyword(text: string): boolean {
    return this.token.kind === 'keyword' && this.token.text === text;
  }
  protected takeKeyword(text: string): boolean {
    if (!this.isKeyword(text)) return false;
    this.advance();
    return true;
  }
  protected expectKeyword(text: string): void {
    if (!this.takeKeyword(text)) throw this.unexpected(`"${text}"`);
  }
  protected unexpected(wanted: string): SyntaxFault {
    const { kind, text, at } = this.token;
    const found =
      kind === 'newline'
        ? 'the end of the line'
        : kind === 'indent' || kind === 'outdent'
          ? 'a change of indentation'
          : text.startsWith('a ') || text.startsWith('the ')
            ? text
            : `"${text}"`;
    return new SyntaxFault(at, `Here ${wanted} should stand, not ${found}.`);
  }

  protected nameNode(what: string): NameNode {
    const { token } = this;
    if (token.kind !== 'name') throw this.unexpected(what);
    this.advance();
    return { kind: 'name', name: token.text, at: token.at, depth: 1, size: 1 };
  }

  /** One or more expressions; with a comma, a tuple. */
  protected expressionList(): Expression {
    const first = this.expression();
    return this.isSign(',') ? this.tupleFrom(first, () => this.expression()) : first;
  }

  private tupleFrom(first: Expression, next: () => Expression): Expression {
    const items = [first];
    while (this.takeSign(',')) {
      if (this.endsList()) break;
      items.push(next());
    }
    return this.made({ kind: 'tuple', at: first.at, items }, items);
  }

  private endsList(): boolean {
    const { kind, text } = this.token;
    return (
      kind === 'newline' ||
      kind === 'end' ||
      (kind === 'sign' && [')', ']', '}', '=', ';', ':'].includes(text))
    );
  }

  protected targetList(): Expression {
    const first = this.postfix();
    const target = this.isSign(',') ? this.tupleFrom(first, () => this.postfix()) : first;
    this.checkTarget(target);
    return target;
  }

  protected checkTarget(target: Expression): void {
    if (target.kind === 'list' || target.kind === 'tuple')
      target.items.forEach((item) => this.checkTarget(item));
    else if (target.kind !== 'name' && target.kind !== 'index')
      throw new SyntaxFault(target.at, 'Nothing can be assigned to this.');
  }

  expression(): Expression {
    return this.nested(() => {
      if (this.isKeyword('lambda')) return this.lambda();
      const whenTrue = this.operation(1);
      if (!this.isKeyword('if')) return whenTrue;
      const { at } = this.token;
      this.advance();
      const condition = this.operation(1);
      this.expectKeyword('else');
      const otherwise = this.expression();
      return this.made({ kind: 'choice', at, condition, whenTrue, otherwise }, [
        condition,
        whenTrue,
        otherwise,
      ]);
    });
  }

  private nested<T>(read: () => T): T {
    if (++this.nesting > deepest) throw this.tooDeep(this.token.at);
    const result = read();
    this.nesting--;
    return result;
  }

  private tooDeep(at: At): SyntaxFault {
    return new SyntaxFault(at, 'This expression is nested too deep; use variables for its parts.');
  }

  private lambda(): Expression {
    const { at } = this.token;
    this.advance();
    const parameters = this.parameters(':');
    this.expectSign(':');
    const body = this.expression();
    return this.made({ kind: 'lambda', at, parameters, body }, defaultsOf(parameters), body.depth);
  }

  private operation(level: number): Expression {
    if (level <= levelOfNot && this.isKeyword('not')) {
      const { at } = this.token;
      this.advance();
      const of = this.nested(() => this.operation(levelOfNot));
      return this.continued(this.made({ kind: 'unary', at, sign: 'not', of }, [of]), level);
    }
    return this.continued(this.unary(), level);
  }

  private continued(first: Expression, level: number): Expression {
    let left = first;
    let hasCompared = false;
    for (;;) {
      const sign = this.operator();
      const own = sign === undefined ? undefined : levels[sign];
      if (sign === undefined || own === undefined || own < level) return left;
      const { at } = this.token;
      if (own === levelOfComparison && hasCompared)
        throw new SyntaxFault(at, 'Comparisons do not chain; join them with "and".');
      hasCompared = own === levelOfComparison;
      this.advance();
      if (sign === 'not in') this.advance();
      const right = this.nested(() => this.operation(own + 1));
      left = this.made({ kind: 'binary', at, sign, left, right }, [left, right]);
    }
  }

  private operator(): string | undefined {
    const { kind, text } = this.token;
    if (kind === 'sign') return Object.hasOwn(levels, text) ? text : undefined;
    if (kind !== 'keyword') return undefined;
    if (text === 'not') {
      const next = this.tokens[this.position + 1];
      return next?.kind === 'keyword' && next.text === 'in' ? 'not in' : undefined;
    }
    return text === 'and' || text === 'or' || text === 'in' ? text : undefined;
  }

  private unary(): Expression {
    const { token } = this;
    if (token.kind !== 'sign' || !['-', '+', '~'].includes(token.text)) return this.postfix();
    this.advance();
    const of = this.nested(() => this.operation(levelOfUnary));
    return this.made({ kind: 'unary', at: token.at, sign: token.text, of }, [of]);
  }

  private postfix(): Expression {
    let left = this.atom();
    for (;;) {
      const { at } = this.token;
      if (this.takeSign('.')) {
        const { name } = this.nameNode('the name of a method');
        left = this.made({ kind: 'dot', at, of: left, name }, [left]);
      } else if (this.takeSign('(')) {
        const args = this.args();
        left = this.made({ kind: 'call', at, callee: left, args }, [left, ...args.map(({ value }) => value)]);
      } else if (this.takeSign('[')) left = this.subscript(left, at);
      else return left;
    }
  }

  private subscript(of: Expression, at: At): Expression {
    const part = () => (this.isSign(':') || this.isSign(']') ? undefined : this.expression());
    const from = this.isSign(':') ? undefined : this.expressionList();
    if (this.takeSign(']')) {
      if (from === undefined) throw this.unexpected('an index');
      return this.made({ kind: 'index', at, of, index: from }, [of, from]);
    }
    this.expectSign(':');
    const to = part();
    const step = this.takeSign(':') ? part() : undefined;
    this.expectSign(']');
    const parts = [of, from, to, step].filter((child) => child !== undefined);
    return this.made({ kind: 'slice', at, of, from, to, step }, parts);
  }

  private args(): Argument[] {
    const args: Argument[] = [];
    let last: Argument['kind'] = 'plain';
    while (!this.isSign(')')) {
      const { at } = this.token;
      const argument = this.argument(at);
      if (argument.kind === 'plain' && last !== 'plain')
        throw new SyntaxFault(at, 'Arguments without a name come first.');
      if (last === 'dict' || (last === 'list' && argument.kind === 'list'))
        throw new SyntaxFault(at, 'The arguments are in the wrong order.');
      if (
        argument.kind === 'named' &&
        args.some(({ kind, name }) => kind === 'named' && name === argument.name)
      )
        throw new SyntaxFault(at, `The argument "${argument.name}" is given twice.`);
      last = argument.kind;
      args.push(argument);
      if (!this.takeSign(',')) break;
    }
    this.expectSign(')');
    return args;
  }

  private argument(at: At): Argument {
    if (this.takeSign('*')) return { kind: 'list', name: '', value: this.expression(), at };
    if (this.takeSign('**')) return { kind: 'dict', name: '', value: this.expression(), at };
    const next = this.tokens[this.position + 1];
    if (this.token.kind === 'name' && next?.kind === 'sign' && next.text === '=') {
      const { text } = this.token;
      this.advance();
      this.advance();
      return { kind: 'named', name: text, value: this.expression(), at };
    }
    return { kind: 'plain', name: '', value: this.expression(), at };
  }

  protected parameters(end: string): Parameter[] {
    const parameters: Parameter[] = [];
    while (!this.isSign(end)) {
      const { at } = this.token;
      if (this.takeSign('**')) parameters.push({ kind: 'dict', name: this.nameNode('a name').name, at });
      else if (this.takeSign('*')) {
        const isDivider = this.isSign(',') || this.isSign(end);
        parameters.push(
          isDivider
            ? { kind: 'divider', name: '', at }
            : { kind: 'list', name: this.nameNode('a name').name, at },
        );
      } else {
        const { name } = this.nameNode('a parameter');
        parameters.push({
          kind: 'plain',
          name,
          at,
          ...(this.takeSign('=') ? { value: this.expression() } : {}),
        });
      }
      if (!this.takeSign(',')) break;
    }
    checkParameters(parameters);
    return parameters;
  }

  private atom(): Expression {
    const { token } = this;
    const { at } = token;
    switch (token.kind) {
      case 'name':
        return this.nameNode('a name');
      case 'number':
      case 'float':
      case 'text':
        this.advance();
        return this.made({ kind: 'literal', at, value: token.value!, isFloat: token.kind === 'float' }, []);
      default:
    }
    if (this.takeSign('(')) {
      if (this.takeSign(')')) return this.made({ kind: 'tuple', at, items: [] }, []);
      const inner = this.expressionList();
      this.expectSign(')');
      return inner;
    }
    if (this.takeSign('[')) return this.listFrom(at);
    if (this.takeSign('{')) return this.dictFrom(at);
    throw this.unexpected('a value');
  }

  private listFrom(at: At): Expression {
    const items: Expression[] = [];
    while (!this.isSign(']')) {
      items.push(this.expression());
      if (items.length === 1 && this.isKeyword('for')) {
        const clauses = this.clauses();
        this.expectSign(']');
        return this.comprehension({ kind: 'comprehension', at, clauses, item: items[0]! });
      }
      if (!this.takeSign(',')) break;
    }
    this.expectSign(']');
    return this.made({ kind: 'list', at, items }, items);
  }

  private dictFrom(at: At): Expression {
    const entries: { key: Expression; value: Expression }[] = [];
    while (!this.isSign('}')) {
      const key = this.expression();
      this.expectSign(':');
      const value = this.expression();
      entries.push({ key, value });
      if (entries.length === 1 && this.isKeyword('for')) {
        const clauses = this.clauses();
        this.expectSign('}');
        return this.comprehension({ kind: 'comprehension', at, clauses, item: key, value });
      }
      if (!this.takeSign(',')) break;
    }
    this.expectSign('}');
    return this.made(
      { kind: 'dict', at, entries },
      entries.flatMap(({ key, value }) => [key, value]),
    );
  }

  private clauses(): Clause[] {
    const clauses: Clause[] = [];
    for (;;) {
      if (this.takeKeyword('for')) {
        const target = this.targetList();
        this.expectKeyword('in');
        clauses.push({ kind: 'for', target, items: this.operation(1) });
      } else if (this.takeKeyword('if')) clauses.push({ kind: 'if', condition: this.operation(1) });
      else break;
      if (clauses.length > 20) throw new SyntaxFault(this.token.at, 'This has too many clauses.');
    }
    return clauses;
  }

  private comprehension(draft: Extract<Draft, { kind: 'comprehension' }>): Expression {
    const parts = draft.clauses.flatMap((clause) =>
      clause.kind === 'for' ? [clause.items, clause.target] : [clause.condition],
    );
    const children = [...parts, draft.item, ...(draft.value === undefined ? [] : [draft.value])];
    return this.made(draft, children, draft.clauses.length * 2);
  }

  private made(draft: Draft, children: readonly Expression[], further = 0): Expression {
    let depth = 0;
    let size = 1;
    for (const child of children) {
      if (child.depth > depth) depth = child.depth;
      size += child.size;
    }
    depth += 1 + further;
    if (depth > deepest) throw this.tooDeep(draft.at);
    return { ...draft, depth, size };
  }
}

function defaultsOf(parameters: readonly Parameter[]): Expression[] {
  return parameters.flatMap(({ value }) => value ?? []);
}

function checkParameters(parameters: readonly Parameter[]): void {
  const names = new Set<string>();
  let hasStar = false;
  let hasDefault = false;
  for (const [index, { kind, name, at, value }] of parameters.entries()) {
    if (name !== '' && names.has(name)) throw new SyntaxFault(at, `The parameter "${name}" stands twice.`);
    names.add(name);
    if (kind === 'dict' && index < parameters.length - 1)
      throw new SyntaxFault(at, `"**${name}" must be the last parameter.`);
    if (kind === 'list' || kind === 'divider') {
      if (hasStar) throw new SyntaxFault(at, 'There can be only one "*" among the parameters.');
      hasStar = true;
      if (kind === 'divider' && parameters[index + 1]?.kind !== 'plain')
        throw new SyntaxFault(at, 'After "*" a parameter must follow.');
    }
    if (kind !== 'plain') continue;
    if (value === undefined && hasDefault && !hasStar)
      throw new SyntaxFault(at, `The parameter "${name}" needs a default, as those before it have one.`);
    hasDefault ||= value !== undefined;
  }
}
