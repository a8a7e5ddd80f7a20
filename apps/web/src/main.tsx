import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/theme/mantine.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from './app.tsx';
import { loadAhead } from './shell/load-ahead.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
const { router, session, Providers } = startApp();
loadAhead({
  router,
  session,
  whenIdle: () =>
    new Promise((idle) => {
      // Not every browser tells.
      if ('requestIdleCallback' in window) requestIdleCallback(() => idle());
      else setTimeout(idle, 300);
    }),
});
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
