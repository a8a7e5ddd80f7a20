import { useEffect, useEffectEvent, useState } from 'react';
import { addressKey, readForm, writeForm } from './search-form.ts';
import type { SearchAddress, SearchForm } from './form-values.ts';

/** The address follows the form this long after the last change. */
const syncDelayMs = 250;
const writtenKept = 20;

export type ChangeAddress = (address: SearchAddress, options: { replace: boolean }) => void;

/**
 * The form, and the address that holds it. What is typed goes into the address after a pause; an address that changes
 * otherwise (back, a link) goes into the form, and `arrivals` counts it.
 */
export function useSearchForm(address: SearchAddress, changeAddress: ChangeAddress) {
  const key = addressKey(address);
  const [form, setForm] = useState(() => readForm(address));
  const [seenKey, setSeenKey] = useState(key);
  /** Addresses this form has written and not yet seen: each lands a while later, and none of them is an arrival. */
  const [written, setWritten] = useState<readonly string[]>([]);
  const [arrivals, setArrivals] = useState(1);
  if (key !== seenKey) {
    setSeenKey(key);
    const at = written.indexOf(key);
    setWritten(at === -1 ? [] : written.slice(at + 1));
    if (at === -1) {
      setForm(readForm(address));
      setArrivals(arrivals + 1);
    }
  }
  const write = (writtenKey: string) => setWritten((before) => [...before, writtenKey].slice(-writtenKept));
  const sync = useEffectEvent((next: SearchAddress) => {
    const nextKey = addressKey(next);
    if (nextKey === key) return;
    write(nextKey);
    const { queryId, view } = address;
    changeAddress({ ...next, ...(queryId ? { queryId } : {}), ...(view ? { view } : {}) }, { replace: true });
  });
  useEffect(() => {
    const timer = setTimeout(() => sync(writeForm(form)), syncDelayMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an older form may have been published meanwhile
  }, [form, key]);
  const put = (next: SearchForm, queryId: string | undefined, options: { replace: boolean }) => {
    const { view } = address;
    changeAddress(
      { ...writeForm(next), ...(queryId ? { queryId } : {}), ...(view ? { view } : {}) },
      options,
    );
  };
  return {
    form,
    arrivals,
    change: (part: Partial<SearchForm>) => setForm((before) => ({ ...before, ...part })),
    /** Puts a form and its search into the address at once. What was typed meanwhile stays in the form. */
    publish(next: SearchForm, queryId: string | undefined, options: { replace: boolean }) {
      write(addressKey(writeForm(next)));
      put(next, queryId, options);
    },
    /** What the way back to this address shall show, just before another one is published. */
    leave: (former: SearchForm, queryId: string) => put(former, queryId, { replace: true }),
  };
}
