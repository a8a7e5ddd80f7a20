import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { timeZoneSettings } from './format-time.ts';
import type { TimeZoneSetting } from './format-time.ts';
import { gql } from './graphql/gql.ts';
import { useGraphql } from './graphql/graphql-context.tsx';
import { useUser } from './session/session-context.tsx';
import { localText } from './storage.ts';
import type { StoredText } from './storage.ts';

const settingsDocument = gql(`query UniversalSettings { universalSettings { timezone } }`);

/** The installation's setting as it was last read: what shows until the server has answered. */
const mirror = localText('margay.timezone');
/** What a person chose in this browser, where it differs from the installation's setting. */
const ownChoice = localText('margay.timezone.own');

const zoneIn = (text: StoredText) => timeZoneSettings.find((name) => name === text.read());

interface ZoneState {
  zone: TimeZoneSetting;
  /** What the installation has for everybody. */
  installationZone: TimeZoneSetting;
  setZone: (zone: TimeZoneSetting) => void;
}

const ZoneContext = createContext<ZoneState>({
  zone: 'UTC',
  installationZone: 'UTC',
  setZone: () => undefined,
});

/** Holds the time zone (Local or UTC): the installation's, unless a person chose the other one in this browser. */
export function TimeZoneProvider({ children }: { children: ReactNode }) {
  const graphql = useGraphql();
  const settings = useQuery({
    queryKey: ['universal-settings'],
    queryFn: async ({ signal }) =>
      (await graphql.request(settingsDocument, {}, { signal })).universalSettings,
    enabled: useUser() !== undefined,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
  const read = settings.data?.timezone;
  const [own, setOwn] = useState(() => zoneIn(ownChoice));
  const [remembered] = useState(() => zoneIn(mirror));
  useEffect(() => {
    if (read !== undefined) mirror.write(read);
  }, [read]);
  const installationZone = read ?? remembered ?? 'UTC';
  const value = {
    zone: own ?? installationZone,
    installationZone,
    setZone: (next: TimeZoneSetting) => {
      const choice = next === installationZone ? undefined : next;
      ownChoice.write(choice);
      setOwn(choice);
    },
  };
  return <ZoneContext value={value}>{children}</ZoneContext>;
}

export function useTimeZone(): TimeZoneSetting {
  return use(ZoneContext).zone;
}

/** The time zone, the installation's, and the function that changes it in this browser. */
export function useTimeZoneSetting(): ZoneState {
  return use(ZoneContext);
}
