import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { usePermission } from '../../lib/session/session-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';
import { personName } from '../../lib/person-name.ts';

const peopleDocument = gql(`query DetectionAuthors { users { id email givenName familyName } }`);

/** Names of people by id; empty for those who may not see people. */
export function usePeople(): ReadonlyMap<string, string> {
  const graphql = useGraphql();
  const isAllowed = usePermission(['UserRead', 'AlertRead']);
  const { data } = useQuery({
    queryKey: ['detections', 'people'],
    queryFn: async ({ signal }) => {
      const { users } = await graphql.request(peopleDocument, {}, { signal });
      return new Map(users.map((user) => [user.id, personName(user)]));
    },
    enabled: isAllowed,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
  return data ?? noPeople;
}
const noPeople: ReadonlyMap<string, string> = new Map();
