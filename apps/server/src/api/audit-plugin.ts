import { MargayError } from '@margay/kit';
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Actor } from './actor.ts';
import { auditRuleOf, type AuditRule } from './audited-operations.ts';
import type { RequestContext } from './context.ts';
import { traced } from './request-trace.ts';

type AuditLog = RequestContext['services']['audit'];

const pluginName = 'margayAudit';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      margayAudit: AuditPlugin<Types>;
    }
  }
}

interface Operation {
  rule: AuditRule;
  actor: Actor;
  audit: AuditLog;
  /** What was asked for, without anything secret. */
  input: Record<string, unknown>;
}

/**
 * Sees to it that every change and every read of raw data is in the audit log. What a service writes itself, with before
 * and after, is enough; where it writes nothing, and where the operation fails, the entry is written here.
 */
export class AuditPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const rule = auditRuleOf(field.parentType, field.name);
    if (rule === undefined) return resolver;
    return (parent, args, context, info) => {
      const { actor, services } = context as RequestContext;
      // Put together from parts, as tests do, a schema may stand without the log.
      const audit: AuditLog | undefined = services.audit;
      const work = () => resolver(parent, args, context, info);
      if (actor === null || audit === undefined) return work();
      const input = rule.kind === 'read' ? readInput(parent, args) : safeInput(args);
      const operation = { rule, actor, audit, input };
      return rule.kind === 'read' ? readOf(operation, work) : changeOf(operation, work);
    };
  }
}

SchemaBuilder.registerPlugin(pluginName, AuditPlugin);
export { pluginName as auditPlugin };

const changeOf = ({ rule: { action }, actor, audit, input }: Operation, work: () => unknown) =>
  traced(async (entries) => {
    let answer: unknown;
    try {
      answer = await work();
    } catch (error) {
      if (entries.every(({ result }) => result === 'SUCCEEDED'))
        await audit.record({ action, actor, params: { input }, result: 'FAILED', errors: [causeOf(error)] });
      throw error;
    }
    if (entries.length === 0) await audit.record({ action, actor, params: { input } });
    return answer;
  });

async function readOf({ rule: { action }, actor, audit, input }: Operation, work: () => unknown) {
  try {
    const answer = await work();
    await audit.recordRead({ action, actor, params: { input } });
    return answer;
  } catch (error) {
    await audit.recordRead({ action, actor, params: { input }, result: 'FAILED', errors: [causeOf(error)] });
    throw error;
  }
}

/** Words of ours; what another system answered may repeat a secret that it was sent. */
function causeOf(error: unknown): string {
  if (!(error instanceof MargayError)) return 'ServerError';
  return error.kind === 'upstream' || error.kind === 'internal' ? error.code : error.message.slice(0, 300);
}

const safeNames = /^(id|ids|name|enabled|isArchived|.*Id|.*Ids|displayName|label|email|kind|status)$/;
const longest = 200;
const mostItems = 100;

/** What names the things that were to be changed: whole inputs hold secrets, and texts of people. */
function safeInput(args: object): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    if (name === 'input' && isObject(value)) Object.assign(found, safeInput(value));
    else if (safeNames.test(name) && !isObject(value)) found[name] = shortened(value);
  }
  return found;
}

function readInput(parent: unknown, args: object): Record<string, unknown> {
  const id = isObject(parent) && typeof parent['id'] === 'string' ? { id: parent['id'] } : {};
  const text = JSON.stringify(args);
  return text.length > 4_000 ? { ...id, args: text.slice(0, 4_000) } : { ...id, ...args };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostItems).map(shortened);
  if (isObject(value)) return null;
  return typeof value === 'string' ? value.slice(0, longest) : value;
}
