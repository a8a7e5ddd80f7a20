import { useEffect, useState } from 'react';

const idleAfterMs = 5 * 60_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const;

/** True once nobody has touched the window for five minutes. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), idleAfterMs);
    const wake = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), idleAfterMs);
      setIdle(false);
    };
    for (const sign of signs) window.addEventListener(sign, wake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, wake);
    };
  }, []);
  return isIdle;
}
