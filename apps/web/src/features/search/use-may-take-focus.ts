import { useState } from 'react';

/** Whether an editor that appears may take the focus: not from somebody who walks over the modes by keyboard. */
export function useMayTakeFocus(): boolean {
  const [may] = useState(() => document.activeElement?.matches('[type=radio]:focus-visible') !== true);
  return may;
}
