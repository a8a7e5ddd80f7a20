import { useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { SidePanelContext } from '../lib/side-panels.ts';
import type {
  OpenSidePanel,
  SidePanelInputs,
  SidePanelKind,
  SidePanelKinds,
  SidePanelProps,
} from '../lib/side-panels.ts';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';

interface Opened {
  kind: SidePanelKind;
  input: SidePanelInputs[SidePanelKind];
  /** Of the page it was opened on. */
  path: string;
  /** What was half done in the one before is not in this one. */
  key: number;
}

/** The one manager of side panels: draws the one that somebody inside has opened, until the path changes. */
export function SidePanels({ kinds, children }: { kinds: SidePanelKinds; children: ReactNode }) {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [opened, setOpened] = useState<Opened>();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback<OpenSidePanel>(
    (kind, input) => {
      const { pathname } = router.state.location;
      setOpened((before) => ({ kind, input, path: pathname, key: (before?.key ?? 0) + 1 }));
      setOpen(true);
    },
    [router],
  );
  // The input is of its kind: both came together.
  const Panel = opened && (kinds[opened.kind] as ComponentType<SidePanelProps<SidePanelKind>>);
  return (
    <SidePanelContext value={open}>
      {children}
      {Panel && opened.path === path && (
        <ErrorBoundary strategy="nothing" resetKey={opened.key}>
          <Suspense>
            <Panel key={opened.key} input={opened.input} isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </SidePanelContext>
  );
}
