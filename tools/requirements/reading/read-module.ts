import { isConstant, isEmptyList, truthOf } from './constants.ts';
import { mayLeave, passesErrorsOn } from './leaving.ts';
import { newThing, Scope, type Import, type Statement, type Thing } from './names.ts';
import { childrenOf, namesOf, parseSource, textOf, withoutTypes, type Node } from './syntax.ts';

/**
 * Reads a file of tests, or one that tests import: which tests it has, and what each of them, and each name it gives to
 * others, makes use of.
 */
export interface ModuleReading {
  tests: TestReading[];
  exports: Map<string, Thing>;
  /** `export * from`. */
  passedOn: string[];
}

/** Whether the runner gets to it: always, only where something is fulfilled, or never. */
export type Standing = 'runs' | 'may run' | 'never runs';

export interface TestReading {
  title: string;
  line: number;
  standing: Standing;
  /** What stands in its body. */
  body: Thing;
  /** What is done before it, of its group and the groups around. */
  hooks: Hooks;
  /** Texts at the start of the rows of its table, which are the rest of its title. */
  rows: string[];
}

/** Of one group; a hook may stand behind the tests it is for. */
export interface Hooks {
  own: Thing[];
  outer?: Hooks;
}

interface Place {
  scope: Scope;
  hooks: Hooks;
  /** What stands here belongs to each of these. */
  owners: readonly Thing[];
  standing: Standing;
  /** Where tests may be defined: not within a test or a function that somebody may or may not call. */
  isOutside: boolean;
  /** The body of the test whose statements stand here. */
  test?: Thing | undefined;
  /** The statement of a test's body that this is in. */
  statement?: Statement | undefined;
  /** An assertion here may fail without the test doing so, or may not be got to. */
  isIdle?: boolean;
  /** Only an assertion gets what stands here. */
  isLookedAt?: boolean;
}

/** Statements that hold others, which count for themselves. */
const compound = new Set([
  'BlockStatement', 'CatchClause', 'ClassDeclaration', 'DoWhileStatement', 'EmptyStatement', 'ForInStatement',
  'ForOfStatement', 'ForStatement', 'FunctionDeclaration', 'IfStatement', 'LabeledStatement', 'SwitchCase',
  'SwitchStatement', 'TryStatement', 'WhileStatement',
]); // prettier-ignore

/** `it.skipIf(x)('a', …)` is `it`, with the links `skipIf(x)` and the call itself. */
interface Chain {
  root: string;
  links: { name: string; args: readonly Node[] }[];
}

const worse: Record<string, Standing> = {
  skip: 'never runs',
  todo: 'never runs',
  fails: 'never runs',
  skipIf: 'may run',
  runIf: 'may run',
};
const testNames = ['it', 'test'];
const hookNames = ['beforeAll', 'beforeEach'];
const groupNames = ['describe', 'suite'];
const assertionModules = ['vitest', 'node:assert', 'node:assert/strict'];

function worst(...all: Standing[]): Standing {
  return all.find((one) => one === 'never runs') ?? all.find((one) => one === 'may run') ?? 'runs';
}

function chainOf(callee: Node): Chain | undefined {
  const node = withoutTypes(callee);
  if (node?.type === 'Identifier') return { root: node.name, links: [] };
  if (node?.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed) {
    const chain = chainOf(node.object);
    chain?.links.push({ name: node.property.name, args: [] });
    return chain;
  }
  if (node?.type === 'CallExpression' || node?.type === 'TaggedTemplateExpression') {
    const chain = chainOf(node.type === 'CallExpression' ? node.callee : node.tag);
    const args = node.type === 'CallExpression' ? node.arguments : [];
    const last = chain?.links.pop();
    if (chain !== undefined) chain.links.push({ name: last?.name ?? '', args });
    return chain;
  }
  return undefined;
}

const isFunction = (node: Node | undefined) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** Throws when the file is no TypeScript. */
export function readModule(file: string, text: string): ModuleReading {
  const tests: TestReading[] = [];
  const exports = new Map<string, Thing>();
  const passedOn: string[] = [];
  const program = parseSource(file, text);
  const top = new Scope();
  /** Whether a value is written out shows when all is read: who else gets it. */
  const assertions: { owners: readonly Thing[]; looked: readonly Node[]; scope: Scope }[] = [];

  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length;
  const cameFrom = (name: string, scope: Scope): Import | undefined => scope.find(name)?.imports.get(name);

  /** The name in vitest of what a call begins with. */
  function vitestName(chain: Chain | undefined, scope: Scope): string | undefined {
    const source = chain === undefined ? undefined : cameFrom(chain.root, scope);
    return source?.from === 'vitest' ? source.name : undefined;
  }

  function declareAll(statements: readonly Node[], scope: Scope): void {
    for (const statement of statements) {
      const node =
        (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
        statement.declaration
          ? statement.declaration
          : statement;
      if (node.type === 'VariableDeclaration')
        for (const { id } of node.declarations) for (const name of namesOf(id)) scope.declare(name);
      if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
        scope.declare(node.id.name);
      if (node.type === 'ImportDeclaration' && node.importKind !== 'type') declareImports(node, scope);
    }
  }

  function declareImports(node: Extract<Node, { type: 'ImportDeclaration' }>, scope: Scope): void {
    for (const specifier of node.specifiers) {
      if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue;
      const name =
        specifier.type !== 'ImportSpecifier'
          ? specifier.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*'
          : specifier.imported.type === 'Identifier'
            ? specifier.imported.name
            : specifier.imported.value;
      scope
        .declare(specifier.local.name)
        .imports.set(specifier.local.name, { from: node.source.value, name });
    }
  }

  function walkAll(nodes: readonly Node[], place: Place): void {
    for (const node of nodes) walk(node, place);
  }

  function walkFunction(node: Node, place: Place, scope = new Scope(place.scope)): void {
    const inner = { ...place, scope };
    if (!isFunction(node) && node.type !== 'FunctionDeclaration') return;
    const fn = node as Extract<
      Node,
      { type: 'ArrowFunctionExpression' | 'FunctionDeclaration' | 'FunctionExpression' }
    >;
    for (const param of fn.params) for (const name of namesOf(param)) scope.declare(name);
    for (const param of fn.params) if (param.type === 'AssignmentPattern') walk(param.right, inner);
    if (fn.body !== null) walk(fn.body, inner);
  }

  /** What a test does. Its parameters are the rows of its table. */
  function walkTestBody(fn: Node, body: Thing, table: readonly Node[], place: Place): void {
    const scope = new Scope(place.scope);
    const params =
      'params' in fn ? (fn.params as Node[]).flatMap(namesOf).map((name) => scope.declare(name)) : [];
    walkAll(table, { ...place, owners: [body, ...params] });
    walkFunction(fn, { ...place, scope, owners: [body], test: body }, scope);
  }

  function walkTest(chain: Chain, call: Extract<Node, { type: 'CallExpression' }>, place: Place): void {
    const [title, ...rest] = call.arguments as Node[];
    const body = newThing();
    const table = chain.links.find(({ name }) => name === 'each' || name === 'for')?.args ?? [];
    tests.push({
      title: textOf(title) ?? '',
      line: lineOf(call),
      standing: worst(
        place.standing,
        standingOf(chain, rest, place.scope),
        table.some((rows) => isEmptyList(rows, place.scope)) ? 'never runs' : 'runs',
      ),
      body,
      hooks: place.hooks,
      rows: table.flatMap((node) => rowsOf(node, place.scope)),
    });
    const inner = { ...place, owners: [body], isOutside: false };
    const fn = rest.find(isFunction);
    walkAll(
      [...table, ...rest].filter((node) => node !== fn),
      inner,
    );
    if (fn !== undefined) walkTestBody(fn, body, table, inner);
  }

  function walkGroup(chain: Chain, call: Extract<Node, { type: 'CallExpression' }>, place: Place): void {
    const rest = (call.arguments as Node[]).slice(1);
    const table = chain.links.find(({ name }) => name === 'each' || name === 'for')?.args ?? [];
    const standing = worst(
      place.standing,
      standingOf(chain, rest, place.scope),
      table.some((rows) => isEmptyList(rows, place.scope)) ? 'never runs' : 'runs',
    );
    const inner = { ...place, standing, hooks: { own: [], outer: place.hooks } };
    for (const node of rest) {
      if (isFunction(node)) walkFunction(node, inner);
      else walk(node, place);
    }
  }

  /** What `.skip`, `.skipIf(x)` and options like `{ skip: x }` make of it. */
  function standingOf(chain: Chain, rest: readonly Node[], scope: Scope): Standing {
    const links = chain.links.map(({ name, args: [condition] }) => {
      const constant = truthOf(condition, scope);
      if (constant === undefined || worse[name] !== 'may run') return worse[name] ?? 'runs';
      return constant === (name === 'runIf') ? 'runs' : 'never runs';
    });
    const options = rest.flatMap((node) => (node.type === 'ObjectExpression' ? node.properties : []));
    const named = options.map((option) =>
      option.type === 'Property' && option.key.type === 'Identifier' && option.key.name in worse
        ? 'may run'
        : 'runs',
    );
    const isLeft = rest.some((node) => isFunction(node) && skipsItself(node));
    return worst(...links, ...named, isLeft ? 'may run' : 'runs');
  }

  /** `(context) => context.skip(…)`. */
  function skipsItself(node: Node): boolean {
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'MemberExpression' &&
      node.callee.property.type === 'Identifier' &&
      node.callee.property.name === 'skip'
    )
      return true;
    return childrenOf(node).some(skipsItself);
  }

  /** The first texts of the rows of a table, written here or under a name. */
  function rowsOf(node: Node, scope: Scope): string[] {
    const table = withoutTypes(node);
    if (table?.type === 'Identifier') {
      const written = scope.find(table.name)?.written;
      return written === undefined ? [] : rowsOf(written, scope);
    }
    if (table?.type !== 'ArrayExpression') return [];
    return table.elements.flatMap((row) => {
      const first = row?.type === 'ArrayExpression' ? row.elements[0] : row;
      return textOf(first ?? undefined) ?? [];
    });
  }

  /** What `expect(x).toBe(y)` and `assert(x)` look at; undefined where it is no assertion. */
  function lookedAtBy(
    call: Extract<Node, { type: 'CallExpression' }>,
    chain: Chain | undefined,
    scope: Scope,
  ): readonly Node[] | undefined {
    const source = chain === undefined ? undefined : cameFrom(chain.root, scope);
    if (chain === undefined || source === undefined || !assertionModules.includes(source.from))
      return undefined;
    if (source.from !== 'vitest' || source.name === 'assert') return call.arguments;
    const isMatched = source.name === 'expect' && chain.links.length > 1;
    const isCaught = chain.links.some(({ name }) => name === 'catch');
    return isMatched && !isCaught
      ? [...chain.links.flatMap(({ args }) => args), ...call.arguments]
      : undefined;
  }

  function walkCall(call: Extract<Node, { type: 'CallExpression' }>, place: Place): void {
    const chain = chainOf(call.callee);
    const name = vitestName(chain, place.scope);
    // `it.each(table)` is the callee of the call that defines the tests.
    if (chain !== undefined && name !== undefined && textOf(call.arguments[0]) !== undefined) {
      if (testNames.includes(name) && place.isOutside) return walkTest(chain, call, place);
      if (groupNames.includes(name) && place.isOutside) return walkGroup(chain, call, place);
    }
    if (name !== undefined && hookNames.includes(name) && place.isOutside) {
      const hook = newThing();
      place.hooks.own.push(hook);
      return walkAll(call.arguments, { ...place, owners: [hook], isOutside: false });
    }
    const isCaught = name === 'expect' && chain?.links.at(-1)?.name === 'catch';
    if (isCaught) return walkAll([call.callee, ...call.arguments], { ...place, isIdle: true });
    const looked = lookedAtBy(call, chain, place.scope);
    if (looked !== undefined && place.isIdle !== true) return walkAssertion(call, looked, place);
    const made = { callee: newThing(), args: newThing() };
    for (const owner of place.owners) owner.calls.push(made);
    const isLookedAt =
      place.isLookedAt === true && chain !== undefined && vitestName(chain, place.scope) === 'expect';
    walk(call.callee, { ...place, owners: [...place.owners, made.callee], isLookedAt });
    walkAll(call.arguments, { ...place, owners: [...place.owners, made.args], isLookedAt });
  }

  function walkAssertion(
    call: Extract<Node, { type: 'CallExpression' }>,
    looked: readonly Node[],
    place: Place,
  ): void {
    const look = newThing();
    place.statement?.looks.push(look);
    assertions.push({ owners: [...place.owners, look], looked, scope: place.scope });
    const inner = { ...place, owners: [...place.owners, look], isLookedAt: true };
    walk(call.callee, inner);
    walkAll(call.arguments, inner);
  }

  function walk(written: Node, place: Place): void {
    const node = withoutTypes(written);
    if (node === undefined) return;
    if (place.test !== undefined && !compound.has(node.type)) {
      const statement = { all: newThing(), looks: [] };
      place.test.statements.push(statement);
      return walk(node, { ...place, owners: [...place.owners, statement.all], test: undefined, statement });
    }
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier': {
        const thing = place.scope.find(node.name);
        if (thing !== undefined && place.isLookedAt !== true) thing.isHandedOn = true;
        for (const owner of place.owners) {
          if (thing === undefined) owner.globals.add(node.name);
          else owner.uses.add(thing);
        }
        return;
      }
      case 'Literal':
        if (typeof node.value === 'string') for (const owner of place.owners) owner.texts.add(node.value);
        return;
      case 'JSXAttribute':
        if (node.value !== null) walk(node.value, place);
        return;
      case 'MemberExpression':
        walk(node.object, place);
        if (node.computed) walk(node.property, place);
        return;
      case 'Property':
      case 'PropertyDefinition':
      case 'MethodDefinition':
        if (node.computed) walk(node.key, place);
        if (node.value !== null) walk(node.value, place);
        return;
      case 'CallExpression':
        return walkCall(node, place);
      case 'UnaryExpression':
        // `void name` and `typeof name` do nothing with what it names.
        if (['void', 'typeof'].includes(node.operator) && node.argument.type === 'Identifier') return;
        return walk(node.argument, place);
      case 'ExpressionStatement':
        return withoutTypes(node.expression)?.type === 'Identifier'
          ? undefined
          : walk(node.expression, place);
      case 'TryStatement': {
        const isIdle = place.isIdle === true || (node.handler !== null && !passesErrorsOn(node.handler.body));
        walk(node.block, { ...place, isIdle });
        return walkAll(
          [node.handler, node.finalizer].filter((part) => part !== null),
          place,
        );
      }
      case 'UpdateExpression':
        for (const name of namesOf(node.argument)) reassign(name, place.scope);
        return walk(node.argument, place);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return walkFunction(node, { ...place, isOutside: false, isLookedAt: false });
      case 'FunctionDeclaration': {
        const own = node.id === null ? [] : [place.scope.declare(node.id.name)];
        return walkFunction(node, {
          ...place,
          owners: [...place.owners, ...own],
          isOutside: false,
          test: undefined,
        });
      }
      case 'ClassDeclaration': {
        const own = node.id === null ? [] : [place.scope.declare(node.id.name)];
        const inner = { ...place, owners: [...place.owners, ...own], isOutside: false, test: undefined };
        return walkAll(childrenOf(node), inner);
      }
      case 'VariableDeclarator': {
        const own = namesOf(node.id).map((name) => place.scope.declare(name));
        const [only] = own;
        if (own.length === 1 && only !== undefined && node.init) only.written = node.init;
        if (node.init) walk(node.init, { ...place, owners: [...place.owners, ...own] });
        return walkPattern(node.id, { ...place, owners: [...place.owners, ...own] });
      }
      case 'AssignmentExpression': {
        const own = namesOf(node.left).flatMap((name) => place.scope.find(name) ?? []);
        for (const name of namesOf(node.left)) reassign(name, place.scope);
        walk(node.right, { ...place, owners: [...place.owners, ...own] });
        if (node.left.type === 'MemberExpression') walk(node.left, place);
        return;
      }
      case 'BlockStatement':
      case 'StaticBlock':
      case 'Program': {
        const scope = node.type === 'Program' ? top : new Scope(place.scope);
        declareAll(node.body, scope);
        let { isIdle = false } = place;
        for (const statement of node.body) {
          walk(statement, { ...place, scope, isIdle });
          isIdle ||= place.test !== undefined && mayLeave(statement);
        }
        return;
      }
      case 'IfStatement': {
        walk(node.test, place);
        const isIdle = place.isIdle === true || place.test !== undefined;
        const inner = { ...place, isIdle, standing: worst(place.standing, 'may run') };
        return walkAll([node.consequent, ...(node.alternate === null ? [] : [node.alternate])], inner);
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const scope = new Scope(place.scope);
        const [head] = childrenOf(node);
        if (head !== undefined) declareAll([head], scope);
        const own =
          head?.type === 'VariableDeclaration' ? head.declarations.flatMap(({ id }) => namesOf(id)) : [];
        const owners = [...place.owners, ...own.map((name) => scope.declare(name))];
        if (node.type !== 'ForStatement') walk(node.right, { ...place, scope, owners });
        const isEmpty = node.type === 'ForOfStatement' && isEmptyList(node.right, place.scope);
        const standing = isEmpty ? 'never runs' : place.standing;
        const isIdle = isEmpty || place.isIdle === true;
        return walkAll(childrenOf(node), { ...place, scope, standing, isIdle });
      }
      case 'CatchClause': {
        const scope = new Scope(place.scope);
        if (node.param) for (const name of namesOf(node.param)) scope.declare(name);
        return walk(node.body, { ...place, scope });
      }
      case 'ImportDeclaration':
        return;
      case 'ImportExpression': {
        const from = textOf(node.source);
        if (from !== undefined)
          for (const owner of place.owners) owner.imports.set(`import(${from})`, { from, name: '*' });
        return walk(node.source, place);
      }
      case 'ExportAllDeclaration':
        passedOn.push(node.source.value);
        return;
      case 'ExportDefaultDeclaration': {
        const thing = newThing();
        exports.set('default', thing);
        return walk(node.declaration, { ...place, owners: [thing] });
      }
      case 'ExportNamedDeclaration':
        return walkExport(node, place);
      default:
        return walkAll(childrenOf(node), place);
    }
  }

  function reassign(name: string, scope: Scope): void {
    const thing = scope.find(name);
    if (thing !== undefined) thing.isReassigned = true;
  }

  /** Defaults in a pattern: `{ a = open() }`. */
  function walkPattern(pattern: Node, place: Place): void {
    if (pattern.type === 'AssignmentPattern') walk(pattern.right, place);
    if (pattern.type === 'Identifier') return;
    for (const child of childrenOf(pattern)) walkPattern(child, place);
  }

  function walkExport(node: Extract<Node, { type: 'ExportNamedDeclaration' }>, place: Place): void {
    const nameOf = (part: { type: string; name?: string; value?: unknown }) =>
      part.name ?? String(part.value);
    if (node.declaration) {
      walk(node.declaration, place);
      const scope = new Scope();
      declareAll([node.declaration], scope);
      for (const name of scope.names()) exports.set(name, place.scope.declare(name));
    }
    for (const { local, exported, exportKind } of node.specifiers) {
      if (exportKind === 'type') continue;
      const name = nameOf(local);
      const thing = node.source === null ? place.scope.declare(name) : newThing();
      if (node.source !== null) thing.imports.set(name, { from: node.source.value, name });
      exports.set(nameOf(exported), thing);
    }
  }

  walk(program, { scope: top, hooks: { own: [] }, owners: [], standing: 'runs', isOutside: true });
  for (const { owners, looked, scope } of assertions)
    if (looked.some((node) => !isConstant(node, scope))) for (const owner of owners) owner.asserts = true;
  return { tests, exports, passedOn };
}
