import type { HttpClient } from '@margay/kit';
import type { DeliveredAlert } from '@margay/model';
import type { TokenAccess } from '@margay/oauth';
import type * as z from 'zod';
import type { DeliveryOutcome } from './deliver/outcome.ts';

/** What a destination is given to send with. */
export interface SendContext {
  /**
   * Guards against addresses this installation may not speak to; a default time limit is set. Where the destination has
   * `access`, its requests carry the token.
   */
  http: HttpClient;
  /** Stable per alert and destination: hand it on wherever the other side can drop repetitions. */
  idempotencyKey: string;
  /**
   * Counts from 1. Where a service takes no key, a later attempt first looks for what an earlier one made: its answer may
   * have been lost.
   */
  attempt: number;
  clock: () => Date;
}

export interface DestinationCapabilities {
  /** A test may be sent (it may be costly or loud elsewhere). Default true. */
  test?: boolean;
  /** Status and assignee changes can be passed on. Default false. */
  statusSync?: boolean;
}

/**
 * One kind of destination. Its form, validation, redaction of secrets and the answers of the API come from this
 * object. Retries, time limits, recording and circuit breaking live in `deliver/`.
 */
export interface DestinationDefinition<Settings extends z.ZodObject> {
  /** Wire type: the folder's name without dashes. Never changes. */
  id: string;
  displayName: string;
  /** One sentence: where alerts go. */
  description: string;
  /** The vendor's own page about the side we speak to. */
  docUrl?: string;
  /** The part of the product that must be turned on, or this kind is not offered. */
  featureFlag?: string;
  /** Every member made with `field()` of `@margay/settings`, in the order of the form. */
  settings: Settings;
  capabilities?: DestinationCapabilities;
  /** One line for the list that tells two of a kind apart. Never a secret. */
  summary?(settings: z.output<Settings>): string;
  /** The OAuth 2.0 access token it needs with these settings; undefined where it needs none. */
  access?(settings: z.output<Settings>): TokenAccess | undefined;
  /** Sends once. Return an outcome; what `context.http` throws may pass through. */
  send(alert: DeliveredAlert, settings: z.output<Settings>, context: SendContext): Promise<DeliveryOutcome>;
}

/** A definition whose settings were checked by its own schema before every call. */
export type AnyDestination = Omit<DestinationDefinition<z.ZodObject>, 'access' | 'send' | 'summary'> & {
  access(settings: unknown): TokenAccess | undefined;
  send(alert: DeliveredAlert, settings: unknown, context: SendContext): Promise<DeliveryOutcome>;
  summary(settings: unknown): string;
};

/** Checks nothing at run time but the settings' type: `send` sees what `settings` parsed. */
export function defineDestination<Settings extends z.ZodObject>(
  definition: DestinationDefinition<Settings>,
): AnyDestination {
  const parsed = (settings: unknown) => definition.settings.parse(settings);
  return {
    ...definition,
    access: (settings) => definition.access?.(parsed(settings)),
    send: (alert, settings, context) => definition.send(alert, parsed(settings), context),
    summary: (settings) => definition.summary?.(parsed(settings)) ?? '',
  };
}
