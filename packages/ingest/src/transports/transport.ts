import type * as z from 'zod';
import type { PushDeps, Receive } from './push.ts';

/** One way by which senders bring batches to an address of this installation. */
export interface PushTransport {
  kind: 'push';
  /** Name of its folder. */
  id: string;
  /** Checked again whenever a source is opened. */
  settings: z.ZodType;
  /** Where requests arrive, as paths of Hono; `:id` is the id of the source. People are told the first. */
  paths: readonly string[];
  /** Called once at the start. `maxBatchBytes`: the largest batch that the installation takes, unpacked. */
  open(deps: PushDeps, limits: { maxBatchBytes: number }): Receive;
}

/** A transport whose `open` sees its own settings, with their types. A source whose stored settings do not fit throws. */
export function defineTransport<Settings extends z.ZodType>(
  transport: Omit<PushTransport, 'settings' | 'open'> & {
    settings: Settings;
    open(deps: PushDeps, limits: { maxBatchBytes: number }): Receive<z.output<Settings>>;
  },
): PushTransport {
  return {
    ...transport,
    open(deps, limits) {
      const receive = transport.open(deps, limits);
      return async (request, source) =>
        receive(request, source && { ...source, settings: transport.settings.parse(source.settings) });
    },
  };
}
