import { metaOf } from '@margay/settings';
import type { StreamType } from '@margay/model';
import * as z from 'zod';
import type { Puller } from '../pullers/puller.ts';
import type { PushTransport } from '../transports/transport.ts';

/** A kind of log source, as a person chooses it. */
export interface SourceDefinition {
  /** The ingestion type in the API and in stored rows; never changes. */
  id: string;
  title: string;
  /** Said beside the title where a person chooses. */
  description: string;
  streamTypes: readonly StreamType[];
  /** The only log types it can bring; absent: whatever the person chooses. */
  logTypes?: readonly string[];
  /** How its bytes come: senders bring them, or another system is asked for them. */
  transport: PushTransport | Puller;
  /** The only provider it is for; absent: any that has no kind of its own under the same id. */
  providerId?: string;
  settings: z.ZodType;
  /** JSON Schema of the settings, with titles, help texts and `secret` flags: all that a generated form needs. */
  form: unknown;
  /** Names of the settings that are stored encrypted, never shown again and never logged. */
  secretNames: readonly string[];
  /** Where a source of this kind is sent to, as a path of this installation; undefined where it is pulled. */
  ingestPath(sourceId: string): string | undefined;
}

/** The settings, their form and their secrets are those of the transport. */
export function defineSource(
  source: Omit<SourceDefinition, 'settings' | 'form' | 'secretNames' | 'ingestPath'>,
): SourceDefinition {
  const { settings } = source.transport;
  const [path] = source.transport.kind === 'push' ? source.transport.paths : [];
  const form = settingsFormOf(settings);
  return {
    ...source,
    settings,
    form,
    secretNames: secretNamesIn(form),
    ingestPath: (sourceId) => path?.replace(':id', sourceId),
  };
}

/** The kind of a source: that of its provider, or else the one for all providers. */
export function kindFor<Kind extends Pick<SourceDefinition, 'id' | 'providerId'>>(
  kinds: readonly Kind[],
  { ingestionType, providerId }: { ingestionType: string; providerId: string },
): Kind | undefined {
  const own = kinds.filter(({ id }) => id === ingestionType);
  return (
    own.find((kind) => kind.providerId === providerId) ?? own.find((kind) => kind.providerId === undefined)
  );
}

/** Settings are described with `field()`, or with `.meta({ title, description, secret })` inside a union. */
export const settingsFormOf = (settings: z.ZodType) =>
  z.toJSONSchema(settings, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const meta = metaOf(zodSchema);
      if (meta === undefined) return;
      jsonSchema.title = meta.label;
      if (meta.help !== undefined) jsonSchema.description = meta.help;
      if (meta.placeholder !== undefined) jsonSchema.examples = [meta.placeholder];
      if (meta.optionLabels !== undefined) jsonSchema['optionLabels'] = { ...meta.optionLabels };
      if (meta.secret === true) jsonSchema['secret'] = true;
    },
  });

const FormNode = z.object({
  secret: z.boolean().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Names of the top-level settings marked secret, in any variant. */
function secretNamesIn(form: unknown): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    const { properties = {}, oneOf = [], anyOf = [] } = FormNode.parse(node);
    for (const [name, property] of Object.entries(properties)) {
      if (FormNode.parse(property).secret === true) found.add(name);
    }
    for (const variant of [...oneOf, ...anyOf]) visit(variant);
  };
  visit(form);
  return [...found].toSorted();
}
