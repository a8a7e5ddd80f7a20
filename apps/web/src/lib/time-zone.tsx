import { createContext, use, useState } from 'react';
import type { ReactNode } from 'react';
import { timeZoneSettings } from './format-time.ts';
import type { TimeZoneSetting } from './format-time.ts';
import { localText } from './storage.ts';

const stored = localText('margay.timezone');

const ZoneContext = createContext<{ zone: TimeZoneSetting; setZone: (zone: TimeZoneSetting) => void }>({
  zone: 'UTC',
  setZone: () => undefined,
});

/** Holds the time zone setting (Local or UTC), mirrored to local storage. UTC until a person chooses. */
export function TimeZoneProvider({ children }: { children: ReactNode }) {
  const [zone, setZone] = useState<TimeZoneSetting>(
    () => timeZoneSettings.find((name) => name === stored.read()) ?? 'UTC',
  );
  const value = {
    zone,
    setZone: (next: TimeZoneSetting) => {
      stored.write(next);
      setZone(next);
    },
  };
  return <ZoneContext value={value}>{children}</ZoneContext>;
}

export function useTimeZone(): TimeZoneSetting {
  return use(ZoneContext).zone;
}

/** The setting and the function that changes it, for the settings screen. */
export function useTimeZoneSetting() {
  return use(ZoneContext);
}
