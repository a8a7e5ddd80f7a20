import type { ReplyReader, SourceDefinition } from '@margay/ingest';
import { countOf, type HttpClient, invalidInput, MargayError } from '@margay/kit';
import { authorizedClient } from '@margay/oauth';
import type { Actor } from '../../api/actor.ts';
import type { AccessTokens } from '../../oauth-tokens/access-tokens.ts';
import { tokensForCheck } from '../../oauth-tokens/tokens-for-check.ts';
import { pullerOf } from './pulling/pull-source.ts';
import type { LogSourcesService, PutSource } from './service.ts';

export interface SourceCheckResult {
  isWorking: boolean;
  /** For a person: what came, or what is wrong and how to fix it. */
  message: string;
  recordCount: number;
}

export interface SourceChecker {
  /**
   * Asks the other system once with these settings, and keeps nothing. Throws for settings that could not be saved, and for
   * those that cannot be tried without being spent (`AccessTokenNotTried`).
   */
  check(actor: Actor, input: PutSource): Promise<SourceCheckResult>;
}

const longestMs = 30_000;

export function createSourceChecker(deps: {
  sources: Pick<LogSourcesService, 'draftSettings'>;
  definitions: readonly SourceDefinition[];
  http: HttpClient;
  replies: ReplyReader;
  /** Asks token addresses. */
  tokenHttp: HttpClient;
  tokens: Pick<AccessTokens, 'kept'>;
  clock: () => Date;
}): SourceChecker {
  return {
    async check(actor, input) {
      const settings = await deps.sources.draftSettings(actor, input);
      const puller = pullerOf(deps.definitions, input);
      if (puller === undefined)
        throw invalidInput(
          `A source of the type ${input.ingestionType} is sent to and not asked, so there is nothing to check before it is saved.`,
          { details: { field: 'ingestionType' } },
        );
      const access = puller.access(settings);
      const http =
        access === undefined
          ? deps.http
          : authorizedClient(deps.http, {
              address: access.address,
              tokens: tokensForCheck(
                { kept: deps.tokens.kept, http: deps.tokenHttp, clock: deps.clock },
                { sourceId: input.id, grant: access.grant },
              ),
            });
      try {
        const { recordCount } = await puller.pull(settings, null, {
          http,
          replies: deps.replies,
          now: deps.clock(),
          signal: AbortSignal.timeout(longestMs),
        });
        return {
          isWorking: true,
          message: `The address answered with ${countOf(recordCount, 'record')}.`,
          recordCount,
        };
      } catch (error) {
        if (!(error instanceof MargayError) || error.code === 'AccessTokenNotTried') throw error;
        return { isWorking: false, message: error.message, recordCount: 0 };
      }
    },
  };
}
