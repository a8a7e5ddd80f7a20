import type { Lake, LaneLake, QueryLane } from '../front-door.ts';

/** Hands the lake to work that asks many queries on one account. */
export function inLane(lake: Pick<Lake, 'query' | 'layout' | 'statistics'>, lane: QueryLane): LaneLake {
  return {
    query: (request) => lake.query({ ...request, lane }),
    layout: (database, table) => lake.layout(database, table),
    statistics: () => lake.statistics(),
  };
}
