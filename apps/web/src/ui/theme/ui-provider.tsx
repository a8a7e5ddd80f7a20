import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { ConfirmProvider } from '../overlays/confirm.tsx';
import { cssVariablesResolver, theme } from './theme.ts';
import { loadToasts, toastsWanted } from '../overlays/toast.ts';
import { TooltipLayer } from '../overlays/tooltip.tsx';

const Notifications = lazy(async () => ({ default: (await loadToasts()).Notifications }));
const colorSchemeManager = localStorageColorSchemeManager({ key: 'margay.colorScheme' });

/** Theme, toasts and confirmation dialogs for everything below it. Dark unless the person chose otherwise. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="dark"
    >
      <ConfirmProvider>{children}</ConfirmProvider>
      <TooltipLayer />
      <Toasts />
    </MantineProvider>
  );
}

function Toasts() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  return <Suspense>{isWanted && <Notifications position="bottom-right" limit={3} zIndex={450} />}</Suspense>;
}
