import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { AppContext } from '../lib/app-context.tsx';
import { FailurePage } from '../shell/failure-page.tsx';

export const Route = createRootRouteWithContext<AppContext>()({
  component: Outlet,
  errorComponent: FailurePage,
});
