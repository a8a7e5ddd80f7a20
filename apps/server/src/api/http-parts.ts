import { invalidInput } from '@margay/kit';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';

/** Who sent a request. */
export interface Caller {
  /** The one spelling of the address, without port, zone and IPv4-in-IPv6; `unknown` when the connection is gone. */
  ip: string;
  /** True when a trusted proxy says that the caller came by HTTPS. */
  isSecure: boolean;
  userAgent: string;
  /** The addresses that proxies say it came by, farthest first; none where the sender is no trusted proxy. */
  forwardedFor: readonly string[];
}

export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { services: Services; actor: Actor | null; caller: Caller };
}

/** Address and program of the caller. Nothing else looks at the socket or at what proxies add. */
export const callerOf = (c: Context<ApiEnv>): Caller => c.var.caller;

/** The JSON body as the schema wants it; the error lists each field at fault. */
export async function parseBody<T>(c: Context<ApiEnv>, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => {
    throw invalidInput('The request body is not JSON.');
  });
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw invalidInput(`The request is not valid: ${faults.join('; ')}`, { details: { faults } });
}
