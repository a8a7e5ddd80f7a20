import { useLayoutEffect, useRef, useState } from 'react';

/** Width and height of an element in px, followed; `initial` until it is drawn. */
export function useSize<Box extends HTMLElement>(initial: { width: number; height: number }) {
  const ref = useRef<Box>(null);
  const [size, setSize] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0)
        setSize((before) =>
          before.width === width && before.height === height ? before : { width, height },
        );
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return { ref, ...size };
}
