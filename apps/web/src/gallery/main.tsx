// Every component with its states, for people who change them: `vite`, then /gallery.html. Not part of the build.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../ui/theme/mantine.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ShortcutProvider } from '../lib/shortcuts/use-shortcut.tsx';
import { UiProvider } from '../ui/theme/ui-provider.tsx';
import { Gallery } from './gallery.tsx';

const router = createRouter({
  routeTree: createRootRoute({ notFoundComponent: Gallery, component: Gallery }),
});
const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no element with the id root');
createRoot(root).render(
  <UiProvider>
    <ShortcutProvider>
      {/* The gallery has a router of its own, not the console's registered one. */}
      <RouterProvider router={router as never} />
    </ShortcutProvider>
  </UiProvider>,
);
