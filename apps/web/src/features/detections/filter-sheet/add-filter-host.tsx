import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { AddFilterProvider, type FilterRequest } from '../../../lib/add-filter.tsx';
import { ErrorBoundary } from '../../../ui/layout/error-boundary.tsx';

// The panel and what it builds with stay out of the first screen.
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** Everything inside can open the filter panel over itself. */
export function AddFilterHost({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [request, setRequest] = useState<{ request: FilterRequest; key: number; path: string }>();
  const [isOpen, setOpen] = useState(false);
  return (
    <AddFilterProvider
      addFilter={(next) => {
        setRequest((before) => ({ request: next, key: (before?.key ?? 0) + 1, path }));
        setOpen(true);
      }}
    >
      {children}
      {/* What is half done on another page is gone with it. */}
      {request?.path === path && (
        <ErrorBoundary strategy="nothing" resetKey={String(request.key)}>
          <Suspense fallback={null}>
            <FilterSheet
              key={request.key}
              request={request.request}
              isOpen={isOpen}
              onClosed={() => setOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </AddFilterProvider>
  );
}
