import { createContext, use } from 'react';
import type { ReactNode } from 'react';

export interface Slot<Props> {
  /** Fills the slot for what is inside. */
  Fill: (props: { with: (props: Props) => ReactNode; children: ReactNode }) => ReactNode;
  /** The place; nothing where nobody fills it. */
  Place: (props: Props) => ReactNode;
}

/** A place inside of one feature that a route fills with a part of another: features do not know each other. */
export function createSlot<Props extends object>(): Slot<Props> {
  const Context = createContext<((props: Props) => ReactNode) | undefined>(undefined);
  return {
    Fill: ({ with: fill, children }) => <Context value={fill}>{children}</Context>,
    Place(props) {
      const Filling = use(Context);
      return Filling && <Filling {...props} />;
    },
  };
}
