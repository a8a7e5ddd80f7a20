import { EmptyState } from '../../../ui/layout/states.tsx';
import { FirstStepsSlot } from '../first-steps-slot.ts';
import type { ListingTab } from './list-search.ts';

const texts: Record<Exclude<ListingTab, 'alerts'>, { title: string; text: string }> = {
  'detection-errors': {
    title: 'No detection errors',
    text: 'A detection that raises an exception shows here, with its event and traceback.',
  },
  'system-errors': {
    title: 'No system errors',
    text: 'Sources that fall silent, deliveries that fail and the like show here.',
  },
};

/** The list has never held anything. */
export function EmptyAlerts({ tab }: { tab: ListingTab }) {
  if (tab === 'alerts') return <FirstStepsSlot.Place />;
  return <EmptyState title={texts[tab].title}>{texts[tab].text}</EmptyState>;
}
