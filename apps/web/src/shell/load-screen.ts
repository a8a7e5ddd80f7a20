import type { AnyRouter } from '@tanstack/react-router';

/**
 * Loads the code of the screen at an address, without opening it or asking the server for what it shows. A failure is
 * left to the opening, which tries again and can say so.
 */
export async function loadScreen(router: AnyRouter, address: string): Promise<void> {
  const { pathname } = new URL(address, 'http://console');
  const [routes] = router.getMatchedRoutes(pathname);
  await Promise.allSettled(routes.map((route) => Promise.resolve(router.loadRouteChunk(route))));
}
