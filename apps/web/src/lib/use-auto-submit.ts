import { useEffect, useEffectEvent, useRef } from 'react';

/** Submits a value after each change of it, once it has rested for `delayMs`. What it is at first is not submitted. */
export function useAutoSubmit<Value>(value: Value, submit: (value: Value) => void, delayMs = 0): void {
  const known = useRef(value);
  const report = useEffectEvent((next: Value) => {
    known.current = next;
    submit(next);
  });
  useEffect(() => {
    if (Object.is(value, known.current)) return undefined;
    const timer = setTimeout(() => report(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
}
