import { invalidInput, messageOf } from '@margay/kit';
import * as z from 'zod';
import type { DetectionCache, HostCallContext, HostCalls } from './host-calls.ts';

const key = z.string().min(1).max(1024);
const expiry = z.number().nullable();
const texts = z.array(z.string()).max(100_000);
const item = z.object({
  count: z.number().optional(),
  strings: texts.optional(),
  dictionary: z.string().optional(),
  expiresAt: z.number().optional(),
});

/** What the Python runtime may ask, and with which arguments. Rules cannot be trusted to use it well. */
const operations: Record<
  string,
  (args: unknown, calls: HostCalls, context: HostCallContext) => Promise<unknown>
> = {
  'cache.get': cacheCall(z.object({ key }), (cache, { key }) => cache.get(key)),
  'cache.increment': cacheCall(
    z.object({ key, by: z.number().int(), expiresAt: expiry }),
    (cache, { key, by, expiresAt }) => cache.increment(key, by, expiresAt),
  ),
  'cache.put': cacheCall(z.object({ key, item: item.nullable() }), (cache, { key, item }) =>
    cache.put(key, item ?? undefined),
  ),
  'cache.changeStrings': cacheCall(
    z.object({ key, add: texts, remove: texts, expiresAt: expiry }),
    (cache, { key, add, remove, expiresAt }) => cache.changeStrings(key, add, remove, expiresAt),
  ),
  'cache.reset': cacheCall(z.object({ key, part: z.enum(['count', 'strings']) }), (cache, { key, part }) =>
    cache.reset(key, part),
  ),
  'cache.expire': cacheCall(z.object({ key, expiresAt: z.number() }), (cache, { key, expiresAt }) =>
    cache.expire(key, expiresAt),
  ),
  lookup: async (args, calls, context) => {
    const { table, key } = z.object({ table: z.string(), key: z.unknown() }).parse(args);
    return calls.lookup(table, key, context);
  },
  resource: async (args, calls, context) => {
    const { id } = z.object({ id: z.string() }).parse(args);
    return calls.resource(id, context);
  },
};

function cacheCall<T>(schema: z.ZodType<T>, act: (cache: DetectionCache, args: T) => Promise<unknown>) {
  return async (args: unknown, calls: HostCalls): Promise<unknown> => act(calls.cache, schema.parse(args));
}

/** JSON text for the interpreter: `{value}` or `{error}`. Never rejects. */
export async function answerHostCall(
  call: { operation: string; arguments: string },
  calls: HostCalls,
  context: HostCallContext,
): Promise<string> {
  try {
    const operation = Object.hasOwn(operations, call.operation) ? operations[call.operation] : undefined;
    if (!operation) throw invalidInput(`There is no host call "${call.operation}".`);
    const args: unknown = JSON.parse(call.arguments);
    return JSON.stringify({ value: (await operation(args, calls, context)) ?? null });
  } catch (error) {
    return JSON.stringify({ error: messageOf(error).slice(0, 500) });
  }
}
