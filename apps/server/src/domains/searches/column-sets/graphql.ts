import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf } from '../../../api/context.ts';
import { searchesAccess } from '../access.ts';
import type { ColumnSet } from './store.ts';

/** The columns of results that the caller gave names. */
export function columnSetFields({ builder, shared }: GraphqlParts): void {
  const Set = builder.objectRef<ColumnSet>('ColumnSet').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      columns: t.exposeStringList('columns', { description: 'Paths, in order.' }),
      pinned: t.exposeStringList('pinned'),
    }),
  });
  const Input = builder.inputType('SaveColumnSetInput', {
    fields: (t) => ({
      name: t.string({ required: true, description: "Takes the place of the caller's set of that name." }),
      columns: t.stringList({ required: true, description: 'Paths such as userIdentity.arn, in order.' }),
      pinned: t.stringList(),
    }),
  });
  builder.queryFields((t) => ({
    columnSets: t.field({
      type: [Set],
      auth: searchesAccess.search,
      description: "The caller's own, by name.",
      resolve: (_, _args, context) => context.services.searches.columnSets.list(actorOf(context)),
    }),
  }));
  builder.mutationFields((t) => ({
    saveColumnSet: t.field({
      type: Set,
      auth: searchesAccess.search,
      description: 'Keeps columns of results under a name, for the caller alone.',
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_, { input: { name, columns, pinned } }, context) =>
        context.services.searches.columnSets.save(actorOf(context), {
          name,
          columns,
          ...(pinned ? { pinned } : {}),
        }),
    }),
    deleteColumnSet: t.field({
      type: shared.IdOutput,
      auth: searchesAccess.search,
      args: { id: t.arg.id({ required: true }) },
      async resolve(_, { id }, context) {
        await context.services.searches.columnSets.remove(actorOf(context), String(id));
        return { id: String(id) };
      },
    }),
  }));
}
