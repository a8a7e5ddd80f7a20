import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { enforce, type AuthRule } from './auth-rule.ts';
import type { RequestContext } from './context.ts';

const pluginName = 'margayAuth';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      margayAuth: AuthPlugin<Types>;
    }
    interface FieldOptions {
      /** Who may read this field. Query and Mutation fields must state it; others inherit their type's rule. */
      auth?: AuthRule;
    }
    interface ObjectTypeOptions {
      /** Who may read the fields of this type. */
      auth?: AuthRule;
    }
    interface InterfaceTypeOptions {
      auth?: AuthRule;
    }
  }
}

type WithAuth = { auth?: AuthRule } | undefined;

/**
 * Puts a permission check in front of every resolver. A field for which neither itself nor its type states a rule
 * does not build, so a schema without complete rules cannot start.
 */
export class AuthPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const rule = this.ruleOf(field);
    if (rule === undefined) {
      throw new Error(
        `GraphQL field ${field.parentType}.${field.name} has no auth rule: state who may read it.`,
      );
    }
    return { ...field, extensions: { ...field.extensions, auth: rule } };
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const rule = this.ruleOf(field);
    if (rule === undefined || rule === 'public' || rule === 'with-parent') return resolver;
    const what = `${field.parentType}.${field.name}`;
    return (parent, args, context, info) => {
      enforce(rule, (context as RequestContext).actor, what);
      return resolver(parent, args, context, info);
    };
  }

  private ruleOf(field: PothosOutputFieldConfig<Types>): AuthRule | undefined {
    const own = (field.pothosOptions as WithAuth)?.auth;
    if (field.kind === 'Query' || field.kind === 'Mutation' || field.kind === 'Subscription')
      return own === 'with-parent' ? undefined : own; // there is no parent that somebody was given
    if (own !== undefined) return own;
    const type = this.builder.configStore.getTypeConfig(field.parentType);
    return (type.pothosOptions as WithAuth)?.auth;
  }
}

SchemaBuilder.registerPlugin(pluginName, AuthPlugin);
export { pluginName as authPlugin };
