import type { Page, Request, Route } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** One question of a page to the API. */
export interface Asked {
  operation: string;
  variables: Record<string, unknown>;
  /** The variable of that name, which most questions have. */
  input: Record<string, unknown>;
  /** Ms since 1970. */
  at: number;
}

const api = '**/internal/graphql';

function read(request: Request): Asked {
  const { query, variables = {} } = request.postDataJSON() as {
    query: string;
    variables?: Asked['variables'];
  };
  return {
    operation: /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '',
    variables,
    input: (variables['input'] ?? {}) as Asked['input'],
    at: Date.now(),
  };
}

/** What a page asks of the API from now on, in its order. */
export function listen(page: Page) {
  let all: Asked[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/internal/graphql')) all.push(read(request));
  });
  return {
    of: (operation: string) => all.filter((one) => one.operation === operation),
    forget: () => {
      all = [];
    },
    /** Keeps the questions that fit from the server until they are let go. */
    async hold(fits: (asked: Asked) => boolean): Promise<() => Promise<void>> {
      const released = Promise.withResolvers<void>();
      const keep = async (route: Route) => {
        if (fits(read(route.request()))) await released.promise;
        await route.fallback();
      };
      await page.route(api, keep);
      const release = async () => {
        released.resolve();
        await page.unroute(api, keep);
      };
      // A test that fails must not keep the others waiting.
      onTestFinished(release);
      return release;
    },
  };
}
