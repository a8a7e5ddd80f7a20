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
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return isStop ? 0 : undefined;
}
