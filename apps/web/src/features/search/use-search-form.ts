import { useEffect, useEffectEvent, useState } from 'react';
import { addressKey, readForm, writeForm } from './search-form.ts';
import type { SearchAddress, SearchForm } from './search-form.ts';

/** The address follows the form this long after the last change. */
const syncDelayMs = 250;

export type ChangeAddress = (address: SearchAddress, options: { replace: boolean }) => void;

/**
 * The form, and the address that holds it. What is typed goes into the address after a pause; an address that changes
 * otherwise (back, a link) goes into the form, and `arrivals` counts it.
 */
export function useSearchForm(address: SearchAddress, changeAddress: ChangeAddress) {
  const key = addressKey(address);
  const [form, setForm] = useState(() => readForm(address));
  const [seenKey, setSeenKey] = useState(key);
  const [writtenKey, setWrittenKey] = useState(key);
  const [arrivals, setArrivals] = useState(1);
  if (key !== seenKey) {
    setSeenKey(key);
    if (key !== writtenKey) {
      setWrittenKey(key);
      setForm(readForm(address));
      setArrivals(arrivals + 1);
    }
  }
  const sync = useEffectEvent((next: SearchAddress) => {
    const nextKey = addressKey(next);
    if (nextKey === key) return;
    setWrittenKey(nextKey);
    changeAddress({ ...next, ...(address.queryId ? { queryId: address.queryId } : {}) }, { replace: true });
  });
  useEffect(() => {
    const timer = setTimeout(() => sync(writeForm(form)), syncDelayMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an older form may have been published meanwhile
  }, [form, key]);
  return {
    form,
    arrivals,
    change: (part: Partial<SearchForm>) => setForm((before) => ({ ...before, ...part })),
    /** Puts a form and its search into the address at once. What was typed meanwhile stays in the form. */
    publish(next: SearchForm, queryId: string | undefined, options: { replace: boolean }) {
      const nextAddress = writeForm(next);
      setWrittenKey(addressKey(nextAddress));
      changeAddress({ ...nextAddress, ...(queryId ? { queryId } : {}) }, options);
    },
  };
}
