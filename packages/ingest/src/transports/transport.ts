import * as z from 'zod';
import type { StreamType } from '@margay/model';

/**
 * One way by which senders bring batches. Fields of `settings` say with `.meta({ title, description, secret })` how a
 * form shows them; `secret: true` marks what is stored encrypted, never shown again and never logged.
 */
export interface Transport {
  /** Name of its folder. */
  id: string;
  /** Name in the API and the console's address. */
  ingestionType: string;
  title: string;
  description: string;
  settings: z.ZodType;
  streamTypes: StreamType[];
}

export const defineTransport = (transport: Transport): Transport => transport;

/** The settings as JSON Schema, with titles, help texts and `secret` flags: all a generated form needs. */
export const settingsFormOf = (transport: Transport) => z.toJSONSchema(transport.settings, { io: 'input' });

const FormNode = z.object({
  secret: z.boolean().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Names of the top-level settings marked secret, in any variant. */
export function secretSettingsOf(transport: Transport): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    const { properties = {}, oneOf = [], anyOf = [] } = FormNode.parse(node);
    for (const [name, property] of Object.entries(properties)) {
      if (FormNode.parse(property).secret === true) found.add(name);
    }
    for (const variant of [...oneOf, ...anyOf]) visit(variant);
  };
  visit(settingsFormOf(transport));
  return [...found].toSorted();
}
