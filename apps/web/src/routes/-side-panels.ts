import { lazy } from 'react';
import type { SidePanelKinds } from '../lib/side-panels.ts';

/** Who draws each kind of side panel, loaded when it is first opened. */
export const sidePanelKinds: SidePanelKinds = {
  'notification-centre': lazy(() => import('../features/notifications/notification-centre.tsx')),
  'rule-filter': lazy(() => import('../features/detections/filter-sheet/filter-sheet.tsx')),
  'schema-viewer': lazy(() => import('../features/schemas/schema-sheet.tsx')),
};
