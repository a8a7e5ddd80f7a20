import { logTypeAccessKinds } from '@margay/auth';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import type { roleTypes } from '../roles/index.ts';
import { apiTokensAccess } from './access.ts';
import type { ApiToken } from './store.ts';
import type { TokenInput } from './token-input.ts';

interface GivenFields {
  name?: string | null | undefined;
  permissions?: readonly string[] | null | undefined;
  allowedCIDRBlocks?: readonly string[] | null | undefined;
  expiresAt?: Date | null | undefined;
  logTypeAccessKind?: (typeof logTypeAccessKinds)[number] | null | undefined;
  logTypeAccess?: readonly string[] | null | undefined;
}

/** Without the nulls that GraphQL lets a client send for what it leaves out; `expiresAt: null` means never. */
const fieldsOf = (input: GivenFields): Partial<TokenInput> => ({
  ...(input.name == null ? {} : { name: input.name }),
  ...(input.permissions == null ? {} : { permissions: input.permissions }),
  ...(input.allowedCIDRBlocks == null ? {} : { allowedCIDRBlocks: input.allowedCIDRBlocks }),
  ...(input.expiresAt === undefined ? {} : { expiresAt: input.expiresAt }),
  ...(input.logTypeAccessKind == null ? {} : { logTypeAccessKind: input.logTypeAccessKind }),
  ...(input.logTypeAccess == null ? {} : { logTypeAccess: input.logTypeAccess }),
});

export function apiTokenTypes(
  { builder, shared }: GraphqlParts,
  { AccessKind }: ReturnType<typeof roleTypes>,
): void {
  const Token = builder.objectRef<ApiToken>('APIToken').implement({
    description: 'What is known of an API token. Its value is not.',
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      permissions: t.expose('permissions', { type: [shared.Permission] }),
      allowedCIDRBlocks: t.exposeStringList('allowedNetworks', { description: 'Empty: everywhere.' }),
      logTypeAccessKind: t.field({ type: AccessKind, resolve: ({ logTypeAccess }) => logTypeAccess.kind }),
      logTypeAccess: t.stringList({ resolve: ({ logTypeAccess }) => [...logTypeAccess.logTypes] }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
      lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
      previousUntil: t.expose('previousUntil', {
        type: 'DateTime',
        nullable: true,
        description: 'Until when the value before the last rotation counts.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.expose('createdBy', { type: shared.Author }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true }),
      updatedBy: t.expose('updatedBy', { type: shared.Author, nullable: true }),
      rotatedAt: t.expose('rotatedAt', { type: 'DateTime', nullable: true }),
      rotatedBy: t.expose('rotatedBy', { type: shared.Author, nullable: true }),
    }),
  });
  builder.queryFields((t) => ({
    apiTokens: t.field({
      type: [Token],
      auth: apiTokensAccess.read,
      resolve: (_root, _args, { services }) => services.apiTokens.list(),
    }),
    apiToken: t.field({
      type: Token,
      nullable: true,
      auth: apiTokensAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.apiTokens.byId(String(id)),
    }),
  }));
  const Output = builder.objectRef<{ token: ApiToken; value?: string }>('APITokenOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      token: t.expose('token', { type: Token }),
      value: t.string({
        description: 'After create and rotate alone. It cannot be read again.',
        nullable: true,
        resolve: ({ value }) => value,
      }),
    }),
  });
  const CreateInput = builder.inputType('CreateAPITokenInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      permissions: t.stringList({ required: true }),
      allowedCIDRBlocks: t.stringList(),
      expiresAt: t.field({ type: 'DateTime' }),
      logTypeAccessKind: t.field({ type: AccessKind }),
      logTypeAccess: t.stringList(),
    }),
  });
  const UpdateInput = builder.inputType('UpdateAPITokenInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      name: t.string(),
      permissions: t.stringList(),
      allowedCIDRBlocks: t.stringList(),
      expiresAt: t.field({ type: 'DateTime', description: 'Null: never. Left out: as it is.' }),
      logTypeAccessKind: t.field({ type: AccessKind }),
      logTypeAccess: t.stringList(),
      updatedAt: t.field({
        type: 'DateTime',
        description:
          'As the token was read, null included. The change is refused where it was changed after that.',
      }),
    }),
  });
  const RotateInput = builder.inputType('RotateAPITokenInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      overlapHours: t.int({ defaultValue: 0, description: 'How long the old value counts still: 0 to 24.' }),
    }),
  });
  builder.mutationFields((t) => ({
    createAPIToken: t.field({
      type: Output,
      auth: apiTokensAccess.modify,
      args: { input: t.arg({ type: CreateInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.apiTokens.create(actorOf(context), {
          ...fieldsOf(input),
          name: input.name,
          permissions: input.permissions,
        }),
    }),
    updateAPIToken: t.field({
      type: Output,
      auth: apiTokensAccess.modify,
      args: { input: t.arg({ type: UpdateInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        token: await context.services.apiTokens.update(
          actorOf(context),
          String(input.id),
          fieldsOf(input),
          input.updatedAt,
        ),
      }),
    }),
    rotateAPIToken: t.field({
      type: Output,
      auth: apiTokensAccess.modify,
      args: { input: t.arg({ type: RotateInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.apiTokens.rotate(actorOf(context), String(input.id), input.overlapHours ?? 0),
    }),
    deleteAPIToken: t.field({
      type: shared.IdOutput,
      auth: apiTokensAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.apiTokens.remove(actorOf(context), String(input.id));
        return { id: String(input.id) };
      },
    }),
  }));
}
