import type { AnyRouter } from '@tanstack/react-router';
import type { Session } from '../lib/session/session.ts';
import { loadModal } from '../ui/overlays/lazy-modal.tsx';
import { loadToasts } from '../ui/overlays/toast.ts';
import { loadScreen } from './load-screen.ts';
import { addressOf, buildScreens, screenExists, visibleGroups, visibleScreens } from './navigation.ts';
import type { Screen } from './navigation.ts';

export interface LoadAheadDeps {
  router: AnyRouter;
  session: Session;
  /** Comes when the browser has nothing else to do. */
  whenIdle: () => Promise<void>;
}

/** Where most people go first once they are signed in; `/` leads there. */
const usualHome = ['/', '/alerts-and-errors/'];
const layers = [() => import('./jump/jump.tsx'), () => import('./shortcut-list.tsx')];

/** What may be wanted next, the most urgent first: dialogs and toasts tell of a network that is gone. */
function nextLoads({ router, session }: LoadAheadDeps): (() => Promise<unknown>)[] {
  const screens = (addresses: readonly string[]) =>
    addresses.map((address) => () => loadScreen(router, address));
  const state = session.state();
  if (state.kind !== 'signed-in') return [loadModal, loadToasts, ...screens(usualHome)];
  const exists = (screen: Screen) => screenExists(router, screen);
  const permitted = [
    ...visibleGroups(state.user, exists).flatMap(({ links }) => links),
    ...visibleScreens(buildScreens, state.user, exists),
  ];
  return [loadModal, loadToasts, ...layers, ...screens(permitted.map(addressOf))];
}

/**
 * Loads the screen at the first address while the session is still picked up, and afterwards, one by one, those that the
 * person may open next: only what an address needs is in the first file of the console.
 */
export function loadAhead(deps: LoadAheadDeps): void {
  const { router, session, whenIdle } = deps;
  const isSignedOut = () => session.state().kind === 'signed-out';
  let forSignedOut = isSignedOut();
  void loadScreen(router, forSignedOut ? '/sign-in/' : router.history.location.href);

  let turn = 0;
  async function loadNext() {
    const mine = ++turn;
    forSignedOut = isSignedOut();
    for (const load of nextLoads(deps)) {
      await whenIdle();
      // Somebody signed in or out: others are next.
      if (mine !== turn) return;
      // What cannot be loaded now is loaded when it is wanted.
      await load().catch(() => undefined);
    }
  }
  const stop = router.subscribe('onRendered', () => {
    stop();
    void loadNext();
    session.subscribe(() => {
      if (isSignedOut() !== forSignedOut) void loadNext();
    });
  });
}
