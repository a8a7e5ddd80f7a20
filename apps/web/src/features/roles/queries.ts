import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LogTypeAccessKind } from '../../lib/access/log-type-access.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { RequestError } from '../../lib/graphql/request-error.ts';

export type Role = ResultOf<typeof facts>;

/** What is saved of a role, whole. */
export interface RoleInput {
  name: string;
  permissions: string[];
  logTypeAccessKind: LogTypeAccessKind;
  logTypeAccess: string[];
  requiresSecondFactor: boolean;
}
export interface PutRole extends RoleInput {
  /** The role that is changed, as it was read; undefined for a new one. */
  before: Pick<Role, 'id' | 'updatedAt'> | undefined;
}

const facts = gql(`fragment RoleFacts on Role { id name permissions logTypeAccessKind logTypeAccess
  requiresSecondFactor userCount isReserved createdAt updatedAt }`);
const listDocument = gql(`query RoleList { roles { ...RoleFacts } }`, [facts]);
const roleDocument = gql(`query RoleById($id: ID!) { roleById(id: $id) { ...RoleFacts } }`, [facts]);
const createDocument = gql(
  `mutation CreateRole($input: CreateRoleInput!) { createRole(input: $input) { role { ...RoleFacts } } }`,
  [facts],
);
const updateDocument = gql(
  `mutation UpdateRole($input: UpdateRoleInput!) { updateRole(input: $input) { role { ...RoleFacts } } }`,
  [facts],
);
const deleteDocument = gql(`mutation DeleteRole($input: IdInput!) { deleteRole(input: $input) { id } }`);

const listKey = ['roles', 'list'];
const roleKey = (id: string) => ['roles', 'one', id];

export function useRoles() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await graphql.request(listDocument, {}, { signal })).roles,
    meta: { failure: 'panel' },
  });
}

/**
 * One role as it is now, not as a screen before has read it: a form begins with it. A missing one is a 404, which puts
 * the error page in place of the screen.
 */
export function useRole(id: string) {
  const graphql = useGraphql();
  const query = useQuery({
    queryKey: roleKey(id),
    queryFn: async ({ signal }) => {
      const { roleById } = await graphql.request(roleDocument, { id }, { signal });
      if (roleById === null) throw new RequestError(`Role ${id} does not exist.`, 404, { code: 'NotFound' });
      return roleById;
    },
    refetchOnMount: 'always',
  });
  return { role: query.isFetchedAfterMount ? query.data : undefined, refetch: query.refetch };
}

/** Makes a role, or changes one that nobody else has changed since it was read. */
export function usePutRole() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ before, ...input }: PutRole) =>
      before === undefined
        ? (await graphql.request(createDocument, { input })).createRole.role
        : (await graphql.request(updateDocument, { input: { ...input, ...before } })).updateRole.role,
    onSuccess: async (role) => {
      cache.setQueryData(roleKey(role.id), role);
      await cache.invalidateQueries({ queryKey: listKey });
    },
  });
}

export function useDeleteRole() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await graphql.request(deleteDocument, { input: { id } });
      // Gone pages must not be asked for again while one of them is still on screen.
      cache.removeQueries({ queryKey: roleKey(id) });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: listKey }),
  });
}
