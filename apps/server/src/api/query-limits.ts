import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** What one operation may ask for, counted as it is carried out: with each fragment in the place where it is spread. */
export const documentLimits = {
  /** Fields inside one another. */
  depth: 16,
  /** Fields, spreads and inline fragments. */
  selections: 2_000,
  /** Fields of `Query` or `Mutation`: each is a piece of work of its own. */
  rootFields: 50,
  aliases: 200,
  directives: 100,
} as const;

type Cost = Record<keyof typeof documentLimits, number>;

const words: Record<keyof Cost, (limit: number) => string> = {
  depth: (limit) => `The query is more than ${limit} levels deep. Ask for less at once.`,
  selections: (limit) => `The query asks for more than ${limit} fields. Ask for less at once.`,
  rootFields: (limit) => `The query asks for more than ${limit} things at once. Send several queries.`,
  aliases: (limit) => `The query has more than ${limit} aliases. Send several queries.`,
  directives: (limit) => `The query has more than ${limit} directives. Leave some out.`,
};

/**
 * Why a document is not even validated; undefined where nothing speaks against it. Takes time in proportion to the
 * document's length whatever it holds, because each fragment is measured once.
 */
export function excessOf(document: DocumentNode): GraphQLError | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  const costOf = createMeasure(fragments);
  for (const node of [...operations, ...fragments.values()]) {
    const cost = costOf(node);
    if (cost === 'endless')
      return new GraphQLError('A fragment of the query spreads itself. Take the circle out.', {
        nodes: [node],
      });
    for (const [name, limit] of Object.entries(documentLimits) as [keyof Cost, number][])
      if (cost[name] > limit) return new GraphQLError(words[name](limit), { nodes: [node] });
  }
  return undefined;
}

/** Entries of one list among the variables: of names, ids and other plain values; and of objects, such as files. */
export const listLimits = { values: 5_000, objects: 20_000 } as const;

/** Why the variables are not read; undefined where nothing speaks against it. Lists that are written into a document are bounded by its length. */
export function longListIn(variables: unknown): GraphQLError | undefined {
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: variables }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value))
        if (typeof inner === 'object')
          waiting.push({ path: path === '' ? name : `${path}.${name}`, value: inner });
      continue;
    }
    const objects = value.filter((inner) => typeof inner === 'object');
    const most = objects.length > 0 ? listLimits.objects : listLimits.values;
    if (value.length > most)
      return new GraphQLError(
        `The list ${path} has ${value.length.toLocaleString('en-US')} entries; at most ${most.toLocaleString('en-US')} can be sent at once. Send several requests.`,
      );
    for (const inner of objects) waiting.push({ path, value: inner });
  }
  return undefined;
}

function createMeasure(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const measured = new Map<string, Cost | 'endless'>();

  function ofFragment(name: string): Cost | 'endless' {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing(); // validation says so
    measured.set(name, 'endless'); // until its own spreads are known
    const cost = ofDefinition(fragment);
    measured.set(name, cost);
    return cost;
  }

  function ofDefinition({
    directives = [],
    selectionSet,
  }: FragmentDefinitionNode | OperationDefinitionNode): Cost | 'endless' {
    const cost = ofSet(selectionSet);
    if (cost !== 'endless') cost.directives += directives.length;
    return cost;
  }

  function ofSet(set: SelectionSetNode | undefined): Cost | 'endless' {
    const total = nothing();
    for (const node of set?.selections ?? []) {
      const inner =
        node.kind === Kind.FRAGMENT_SPREAD ? ofFragment(node.name.value) : ofSet(node.selectionSet);
      if (inner === 'endless') return inner;
      const isField = node.kind === Kind.FIELD;
      total.depth = Math.max(total.depth, inner.depth + (isField ? 1 : 0));
      total.rootFields += isField ? 1 : inner.rootFields;
      total.selections += inner.selections + 1;
      total.aliases += inner.aliases + (isField && node.alias !== undefined ? 1 : 0);
      total.directives += inner.directives + (node.directives?.length ?? 0);
    }
    return total;
  }

  return (node: FragmentDefinitionNode | OperationDefinitionNode) =>
    node.kind === Kind.FRAGMENT_DEFINITION ? ofFragment(node.name.value) : ofDefinition(node);
}

const nothing = (): Cost => ({ depth: 0, selections: 0, rootFields: 0, aliases: 0, directives: 0 });
