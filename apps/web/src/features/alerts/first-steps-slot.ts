import { createSlot } from '../../lib/slot.tsx';

/** In place of a list that has never held an alert: what is missing until the first one. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the place has nothing to say
export const FirstStepsSlot = createSlot<{}>();
