import { hideAllToasts } from '../ui/overlays/toast-view.tsx';

const start = { href: window.location.href, width: window.innerWidth, height: window.innerHeight };
const pageAttributes = [document.documentElement, document.body].map(
  (element) => [element, new Map([...element.attributes].map(({ name, value }) => [name, value]))] as const,
);

/** Mantine keeps one element for whatever lies over the page, and finds it there. */
const emptyPortal = '[data-mantine-shared-portal-node]:empty';

/** Makes the window what it was before the first test of the worker. Gives the elements that nobody had taken away. */
export function freshWindow(): string[] {
  const left = [...document.body.children]
    .filter((element) => !element.matches(emptyPortal))
    .map((element) => element.outerHTML);
  document.body.replaceChildren();
  for (const [element, attributes] of pageAttributes) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
    for (const [name, value] of attributes) element.setAttribute(name, value);
  }
  document.head.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', start.href);
  window.innerWidth = start.width;
  window.innerHeight = start.height;
  hideAllToasts();
  return left;
}
