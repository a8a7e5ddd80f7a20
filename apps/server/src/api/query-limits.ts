import { GraphQLError, Kind, type ASTVisitor, type SelectionSetNode, type ValidationContext } from 'graphql';

function deepest(
  set: SelectionSetNode | undefined,
  context: ValidationContext,
  seen: ReadonlySet<string>,
): { depth: number; fields: number } {
  let depth = 0;
  let fields = 0;
  for (const selection of set?.selections ?? []) {
    let inner: { depth: number; fields: number };
    if (selection.kind === Kind.FIELD) {
      inner = deepest(selection.selectionSet, context, seen);
      inner = { depth: inner.depth + 1, fields: inner.fields + 1 };
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      inner = deepest(selection.selectionSet, context, seen);
    } else {
      const name = selection.name.value;
      if (seen.has(name)) continue;
      inner = deepest(context.getFragment(name)?.selectionSet, context, new Set([...seen, name]));
    }
    depth = Math.max(depth, inner.depth);
    fields += inner.fields;
    if (fields > 100_000) break;
  }
  return { depth, fields };
}

/** Refuses documents nested deeper than `limit` fields. */
export const depthLimit =
  (limit: number) =>
  (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(node) {
      const { depth } = deepest(node.selectionSet, context, new Set());
      if (depth > limit) {
        context.reportError(
          new GraphQLError(`The query is ${depth} levels deep; at most ${limit} are allowed.`, {
            nodes: [node],
          }),
        );
      }
    },
  });

/** Refuses documents that ask for more than `limit` fields once fragments are spread. */
export const fieldLimit =
  (limit: number) =>
  (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(node) {
      const { fields } = deepest(node.selectionSet, context, new Set());
      if (fields > limit) {
        context.reportError(
          new GraphQLError(`The query asks for ${fields} fields; at most ${limit} are allowed.`, {
            nodes: [node],
          }),
        );
      }
    },
  });
