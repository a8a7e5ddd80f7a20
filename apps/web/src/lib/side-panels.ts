import { createContext, use } from 'react';
import type { ComponentType } from 'react';
import type { FilterRequest } from './filter-request.ts';

/**
 * What each kind of side panel is opened with, from anywhere in the console. Panels that are a state of their own screen
 * (people, destinations, the format of a source) are drawn by it, most of them from its address.
 */
export interface SidePanelInputs {
  'notification-centre': undefined;
  'rule-filter': FilterRequest;
  'schema-viewer': { names: readonly string[] };
}
export type SidePanelKind = keyof SidePanelInputs;

export interface SidePanelProps<Kind extends SidePanelKind> {
  input: SidePanelInputs[Kind];
  isOpen: boolean;
  onClose: () => void;
}
/** Who draws each kind. */
export type SidePanelKinds = { readonly [Kind in SidePanelKind]: ComponentType<SidePanelProps<Kind>> };

export type OpenSidePanel = <Kind extends SidePanelKind>(kind: Kind, input: SidePanelInputs[Kind]) => void;

export const SidePanelContext = createContext<OpenSidePanel | undefined>(undefined);

/** Opens a panel in place of the one that is open; undefined outside of the frame, where there are none. */
export function useOpenSidePanel(): OpenSidePanel | undefined {
  return use(SidePanelContext);
}
