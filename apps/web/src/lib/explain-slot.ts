import { createSlot } from './slot.tsx';

/** A stored event, by what finds it. */
export interface StoredEvent {
  logType: string;
  rowId: string;
  eventTime?: string | undefined;
}

/** Beside an event: the question why the rule does or does not match it. */
export const ExplainSlot = createSlot<{
  /** The alert whose version runs again. */
  alertId?: string | undefined;
  /** The rule as it is saved, where there is no alert. */
  detectionId?: string | undefined;
  /** The first event of the alert when it is left out. */
  storedEvent?: StoredEvent | undefined;
}>();
