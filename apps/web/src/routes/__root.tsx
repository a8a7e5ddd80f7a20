import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { AppContext } from '../lib/app-context.tsx';

export const Route = createRootRouteWithContext<AppContext>()({
  component: Outlet,
});
