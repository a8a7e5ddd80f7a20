import { createSlot } from '../../lib/slot.tsx';

/** On a source's page and behind its wizard: which detections watch it. */
export const DetectionsSlot = createSlot<{ logTypes: readonly string[] }>();
