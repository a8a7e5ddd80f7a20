import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/**
 * The `tabIndex` of a part that scrolls: 0 where it is longer than it shows and nothing in it takes the focus, so that
 * the keyboard can scroll it too; otherwise undefined.
 */
export function useScrollStop(part: RefObject<HTMLElement | null>): 0 | undefined {
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (!element) return undefined;
    const look = () =>
      setStop(element.scrollHeight > element.clientHeight + 1 && element.querySelector(stops) === null);
    // What is in it grows by a size of its own; looking at each drawing would lay out the page for every key.
    const sizes = new ResizeObserver(look);
    const watch = () => {
      sizes.disconnect();
      for (const one of [element, ...element.children]) sizes.observe(one);
    };
    watch();
    const children = new MutationObserver(watch);
    children.observe(element, { childList: true });
    return () => {
      children.disconnect();
      sizes.disconnect();
    };
  }, [part]);
  return isStop ? 0 : undefined;
}
