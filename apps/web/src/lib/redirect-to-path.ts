import { redirect } from '@tanstack/react-router';
import { parseSearch } from './search-params.ts';

/** A redirect to an address known only as text, for instance the one remembered before sign-in. */
export function redirectToPath(path: string) {
  const url = new URL(path, 'http://console.invalid');
  return redirect({
    // The address was one of this console's own; a path that is gone leads to the not-found page.
    to: url.pathname as '/',
    // Each screen reads its own parameters from the raw ones.
    search: parseSearch(url.search) as never,
    hash: url.hash.slice(1),
    replace: true,
  });
}
