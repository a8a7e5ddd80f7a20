import { secretNamesOf, settingsForm, type FormField } from '@margay/settings';
import type { StreamType } from '@margay/model';
import type * as z from 'zod';
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
  /** The form of the settings. */
  fields: readonly FormField[];
  /** Names of the settings that are stored encrypted, never shown again and never logged. */
  secretNames: readonly string[];
  /** Where a source of this kind is sent to, as a path of this installation; undefined where it is pulled. */
  ingestPath(sourceId: string): string | undefined;
}

/** The settings, their form and their secrets are those of the transport. */
export function defineSource(
  source: Omit<SourceDefinition, 'settings' | 'fields' | 'secretNames' | 'ingestPath'>,
): SourceDefinition {
  const { settings } = source.transport;
  const [path] = source.transport.kind === 'push' ? source.transport.paths : [];
  const definition = { id: source.id, settings };
  return {
    ...source,
    settings,
    fields: settingsForm(definition),
    secretNames: secretNamesOf(definition),
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
