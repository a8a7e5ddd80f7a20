import type { At, FaultList } from './fault.ts';
import type {
  Binding,
  Clause,
  Expression,
  FunctionScope,
  NameNode,
  Parameter,
  Statement,
  Variable,
} from './tree.ts';

export interface Resolved {
  /** Names of the globals, by index. */
  globals: string[];
  /** The top level runs as a function, whose only locals are those of comprehensions. */
  top: FunctionScope;
}

/** Why some names have no meaning though a reader may expect them. */
const refusedNames: Record<string, string> = {
  fail: '"fail" is not available; return None, and the line does not match.',
};

interface Scope {
  code: FunctionScope;
  outer: Scope | undefined;
  /** The function's own names, and one map more for each comprehension around the place. */
  blocks: Map<string, Variable>[];
  freeIndex: Map<Variable, number>;
}

/** Finds out what each name means and notes in the tree what a name is bound to. */
export function resolveSource(
  statements: readonly Statement[],
  builtins: { has(name: string): boolean },
  faults: FaultList,
): Resolved {
  return new Resolver(builtins, faults).file(statements);
}

class Resolver {
  private readonly builtins: { has(name: string): boolean };
  private readonly faults: FaultList;
  private readonly globals = new Map<string, number>();
  private scope: Scope;
  private loops = 0;

  constructor(builtins: { has(name: string): boolean }, faults: FaultList) {
    this.builtins = builtins;
    this.faults = faults;
    this.scope = scopeOf('the top level', undefined);
  }

  file(statements: readonly Statement[]): Resolved {
    forEachBound(statements, (name) => {
      if (this.globals.has(name.name))
        this.faults.add(name.at, `"${name.name}" has a value already; a global is assigned only once.`);
      else this.globals.set(name.name, this.globals.size);
    });
    this.statements(statements);
    return { globals: [...this.globals.keys()], top: this.scope.code };
  }

  private get isTop(): boolean {
    return this.scope.outer === undefined;
  }

  private statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement);
  }

  private statement(statement: Statement): void {
    const { at } = statement;
    switch (statement.kind) {
      case 'expression':
        return this.expression(statement.value);
      case 'assign':
        this.expression(statement.value);
        return this.expression(statement.target);
      case 'augment':
        if (this.isTop && statement.target.kind === 'name')
          this.faults.add(at, `"${statement.target.name}" is a global, which is assigned only once.`);
        this.expression(statement.value);
        return this.expression(statement.target);
      case 'return':
        if (this.isTop) this.faults.add(at, '"return" belongs into a function.');
        if (statement.value !== undefined) this.expression(statement.value);
        return undefined;
      case 'break':
      case 'continue':
        if (this.loops === 0) this.faults.add(at, `"${statement.kind}" belongs into a loop.`);
        return undefined;
      case 'pass':
        return undefined;
      case 'for':
        if (this.isTop) this.faults.add(at, 'A loop belongs into a function.');
        this.expression(statement.items);
        this.expression(statement.target);
        this.loops++;
        this.statements(statement.body);
        this.loops--;
        return undefined;
      case 'if':
        if (this.isTop) this.faults.add(at, 'A condition belongs into a function.');
        for (const { condition, body } of statement.arms) {
          this.expression(condition);
          this.statements(body);
        }
        return this.statements(statement.otherwise);
      case 'def':
        this.expression(statement.name);
        statement.code = this.functionOf(statement.name.name, statement.parameters, statement.body);
    }
  }

  private functionOf(
    name: string,
    parameters: readonly Parameter[],
    body: readonly Statement[] | Expression,
  ) {
    for (const { value } of parameters) if (value !== undefined) this.expression(value);
    const outer = this.scope;
    const { loops } = this;
    this.loops = 0;
    this.scope = scopeOf(name, outer);
    const { code } = this.scope;
    for (const parameter of parameters) {
      if (parameter.kind !== 'divider') code.parameters.push(this.introduce(parameter.name));
    }
    if ('length' in body) {
      forEachBound(body, (target) => this.introduce(target.name));
      this.statements(body);
    } else this.expression(body);
    this.scope = outer;
    this.loops = loops;
    return code;
  }

  private introduce(name: string): Variable {
    const block = this.scope.blocks.at(-1)!;
    const known = block.get(name);
    if (known !== undefined) return known;
    const variable = { name, slot: this.scope.code.slots++, isCaptured: false };
    block.set(name, variable);
    return variable;
  }

  private expression(node: Expression): void {
    switch (node.kind) {
      case 'name':
        node.binding = this.bindingOf(node.name, node.at);
        return;
      case 'literal':
        return;
      case 'list':
      case 'tuple':
        return node.items.forEach((item) => this.expression(item));
      case 'dict':
        for (const { key, value } of node.entries) {
          this.expression(key);
          this.expression(value);
        }
        return;
      case 'call':
        this.expression(node.callee);
        return node.args.forEach(({ value }) => this.expression(value));
      case 'dot':
      case 'unary':
        return this.expression(node.of);
      case 'index':
        this.expression(node.of);
        return this.expression(node.index);
      case 'slice':
        for (const part of [node.of, node.from, node.to, node.step])
          if (part !== undefined) this.expression(part);
        return;
      case 'binary':
        this.expression(node.left);
        return this.expression(node.right);
      case 'choice':
        this.expression(node.condition);
        this.expression(node.whenTrue);
        return this.expression(node.otherwise);
      case 'lambda':
        node.code = this.functionOf('lambda', node.parameters, node.body);
        return;
      case 'comprehension':
        this.comprehension(node);
    }
  }

  private comprehension(node: Extract<Expression, { kind: 'comprehension' }>): void {
    const [first, ...others] = node.clauses;
    // What is looped over first is read outside: it cannot see the loop's own variable.
    if (first?.kind === 'for') this.expression(first.items);
    this.scope.blocks.push(new Map());
    const clause = (each: Clause, isFirst: boolean) => {
      if (each.kind === 'if') return this.expression(each.condition);
      if (!isFirst) this.expression(each.items);
      forEachName(each.target, (name) => this.introduce(name.name));
      this.expression(each.target);
    };
    if (first !== undefined) clause(first, true);
    for (const each of others) clause(each, false);
    this.expression(node.item);
    if (node.value !== undefined) this.expression(node.value);
    this.scope.blocks.pop();
  }

  private bindingOf(name: string, at: At): Binding | undefined {
    const found = this.lookUp(this.scope, name);
    if (found !== undefined) return found;
    const index = this.globals.get(name);
    if (index !== undefined) return { kind: 'global', index, name };
    if (this.builtins.has(name)) return { kind: 'builtin', name };
    this.faults.add(at, refusedNames[name] ?? `"${name}" is not defined.`);
    return undefined;
  }

  private lookUp(scope: Scope, name: string): Binding | undefined {
    for (let i = scope.blocks.length - 1; i >= 0; i--) {
      const variable = scope.blocks[i]!.get(name);
      if (variable !== undefined) return { kind: 'local', variable };
    }
    if (scope.outer === undefined) return undefined;
    const outer = this.lookUp(scope.outer, name);
    if (outer === undefined || (outer.kind !== 'local' && outer.kind !== 'free')) return undefined;
    return { kind: 'free', index: freeOf(scope, outer), name };
  }
}

function scopeOf(name: string, outer: Scope | undefined): Scope {
  const code: FunctionScope = { name, slots: 0, parameters: [], frees: [], captured: [] };
  return { code, outer, blocks: [new Map()], freeIndex: new Map() };
}

function freeOf(scope: Scope, outer: Extract<Binding, { kind: 'local' | 'free' }>): number {
  if (outer.kind === 'local') {
    const known = scope.freeIndex.get(outer.variable);
    if (known !== undefined) return known;
    scope.freeIndex.set(outer.variable, scope.code.frees.length);
    if (!outer.variable.isCaptured) {
      outer.variable.isCaptured = true;
      scope.outer!.code.captured.push(outer.variable);
    }
    return scope.code.frees.push({ kind: 'local', variable: outer.variable }) - 1;
  }
  const known = scope.code.frees.findIndex((free) => free.kind === 'free' && free.index === outer.index);
  return known >= 0 ? known : scope.code.frees.push({ kind: 'free', index: outer.index }) - 1;
}

/** The names that statements of one function assign, in their order; functions within are not looked into. */
function forEachBound(statements: readonly Statement[], visit: (name: NameNode) => void): void {
  for (const statement of statements) {
    switch (statement.kind) {
      case 'assign':
        forEachName(statement.target, visit);
        break;
      case 'augment':
        if (statement.target.kind === 'name') visit(statement.target);
        break;
      case 'for':
        forEachName(statement.target, visit);
        forEachBound(statement.body, visit);
        break;
      case 'if':
        for (const { body } of statement.arms) forEachBound(body, visit);
        forEachBound(statement.otherwise, visit);
        break;
      case 'def':
        visit(statement.name);
        break;
      default:
    }
  }
}

function forEachName(target: Expression, visit: (name: NameNode) => void): void {
  if (target.kind === 'name') visit(target);
  else if (target.kind === 'list' || target.kind === 'tuple')
    target.items.forEach((item) => forEachName(item, visit));
}
