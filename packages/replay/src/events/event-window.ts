import type { LayoutColumn, TableLayout } from '@margay/lake';
import type { StoredWindow } from '@margay/query';

/** A value the rule looks at, and the column that holds it. */
export interface ReducedRead {
  column: LayoutColumn;
  isStrict: boolean;
}

/** One log type's part of a replay's events. */
export interface EventWindow extends StoredWindow {
  layout: TableLayout;
  /** All the rule looks at, where columns hold it; absent: the rule must see whole events. */
  reads?: readonly ReducedRead[];
}
