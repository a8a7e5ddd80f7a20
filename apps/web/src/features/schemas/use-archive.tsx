import { failureText } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { useArchiveSchema } from './queries.ts';
import type { SchemaTeaser } from './queries.ts';

/** Archives a schema or brings it back, and says how it went. */
export function useArchive() {
  const archive = useArchiveSchema();
  return (schema: Pick<SchemaTeaser, 'name' | 'isArchived'>) => {
    const isArchived = !schema.isArchived;
    archive.mutate(
      { name: schema.name, isArchived },
      {
        onSuccess: () => toast.success(`${schema.name} is ${isArchived ? 'archived' : 'active again'}`),
        onError: (error) =>
          toast.error({
            title: `${schema.name} could not be ${isArchived ? 'archived' : 'unarchived'}`,
            message: failureText(error),
          }),
      },
    );
  };
}
