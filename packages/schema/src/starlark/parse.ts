import { FaultList, SyntaxFault } from './fault.ts';
import { ExpressionParser } from './parse-expression.ts';
import { tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';
import type { Expression, Statement } from './tree.ts';

const augmented = new Set(['+=', '-=', '*=', '/=', '//=', '%=', '&=', '|=', '^=', '<<=', '>>=']);
const deepestBlocks = 30;

/** The statements of a source; what cannot be read is noted in `faults` and left out. */
export function parseSource(source: string, faults: FaultList): Statement[] {
  return new StatementParser(tokensOf(source, faults), faults).file();
}

class StatementParser extends ExpressionParser {
  private readonly faults: FaultList;
  private blocks = 0;

  constructor(tokens: readonly Token[], faults: FaultList) {
    super(tokens);
    this.faults = faults;
  }

  file(): Statement[] {
    const statements: Statement[] = [];
    while (!this.isKind('end')) this.statementInto(statements);
    return statements;
  }

  /** After a fault goes on behind the line, and behind the block that hangs on it. */
  private statementInto(statements: Statement[]): void {
    const { nesting, blocks } = this;
    try {
      this.statement(statements);
    } catch (cause) {
      if (!(cause instanceof SyntaxFault)) throw cause;
      this.faults.add(cause.at, cause.message);
      this.nesting = nesting;
      this.blocks = blocks;
      while (!this.isKind('newline') && !this.isKind('end')) this.advance();
      if (this.isKind('newline')) this.advance();
      if (!this.isKind('indent')) return;
      let depth = 0;
      do {
        if (this.isKind('indent')) depth++;
        else if (this.isKind('outdent')) depth--;
        this.advance();
      } while (depth > 0 && !this.isKind('end'));
    }
  }

  private statement(into: Statement[]): void {
    const { token } = this;
    if (token.kind === 'indent') throw new SyntaxFault(token.at, 'This line is indented without a reason.');
    if (token.kind === 'outdent' || token.kind === 'newline') this.advance();
    else if (this.isKeyword('def')) into.push(this.definition());
    else if (this.isKeyword('if')) into.push(this.condition());
    else if (this.isKeyword('for')) into.push(this.loop());
    else this.simpleLine(into);
  }

  private simpleLine(into: Statement[]): void {
    do {
      if (this.isKind('newline')) break;
      into.push(this.simple());
    } while (this.takeSign(';'));
    if (!this.isKind('newline') && !this.isKind('end')) throw this.unexpected('the end of the line');
    if (this.isKind('newline')) this.advance();
  }

  private simple(): Statement {
    const { at } = this.token;
    if (this.takeKeyword('pass')) return { kind: 'pass', at };
    if (this.takeKeyword('break')) return { kind: 'break', at };
    if (this.takeKeyword('continue')) return { kind: 'continue', at };
    if (this.isKeyword('load'))
      throw new SyntaxFault(
        at,
        'Nothing can be loaded; a script has its own functions and the built-in ones.',
      );
    if (this.takeKeyword('return')) {
      const isEmpty = this.isKind('newline') || this.isKind('end') || this.isSign(';');
      return isEmpty ? { kind: 'return', at } : { kind: 'return', at, value: this.expressionList() };
    }
    const value = this.expressionList();
    const sign = this.token;
    if (this.takeSign('=')) {
      this.checkTarget(value);
      return { kind: 'assign', at: sign.at, target: value, value: this.expressionList() };
    }
    if (sign.kind === 'sign' && augmented.has(sign.text)) {
      this.advance();
      if (value.kind !== 'name' && value.kind !== 'index')
        throw new SyntaxFault(value.at, `Nothing can be assigned to this with "${sign.text}".`);
      return {
        kind: 'augment',
        at: sign.at,
        sign: sign.text.slice(0, -1),
        target: value,
        value: this.expressionList(),
      };
    }
    return { kind: 'expression', at, value };
  }

  private definition(): Statement {
    this.advance();
    const name = this.nameNode('the name of the function');
    const { at } = name;
    this.expectSign('(');
    const parameters = this.parameters(')');
    this.expectSign(')');
    return { kind: 'def', at, name, parameters, body: this.block() };
  }

  private condition(): Statement {
    const { at } = this.token;
    const arms: { condition: Expression; body: Statement[] }[] = [];
    do {
      this.advance();
      arms.push({ condition: this.expression(), body: this.block() });
    } while (this.isKeyword('elif'));
    return { kind: 'if', at, arms, otherwise: this.takeKeyword('else') ? this.block() : [] };
  }

  private loop(): Statement {
    const { at } = this.token;
    this.advance();
    const target = this.targetList();
    this.expectKeyword('in');
    return { kind: 'for', at, target, items: this.expressionList(), body: this.block() };
  }

  private block(): Statement[] {
    this.expectSign(':');
    const statements: Statement[] = [];
    if (!this.isKind('newline')) {
      this.simpleLine(statements);
      return statements;
    }
    this.advance();
    if (!this.isKind('indent'))
      throw new SyntaxFault(
        this.token.at,
        'An indented block belongs here; write "pass" if it does nothing.',
      );
    if (++this.blocks > deepestBlocks) throw new SyntaxFault(this.token.at, 'The script is nested too deep.');
    this.advance();
    // The end of the text closes every block, so this ends.
    while (!this.isKind('outdent') && !this.isKind('end')) this.statementInto(statements);
    if (this.isKind('outdent')) this.advance();
    this.blocks--;
    return statements;
  }
}
