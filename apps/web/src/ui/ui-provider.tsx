import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { ConfirmProvider } from './confirm.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

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
      <Notifications position="bottom-right" limit={3} zIndex={450} />
    </MantineProvider>
  );
}
