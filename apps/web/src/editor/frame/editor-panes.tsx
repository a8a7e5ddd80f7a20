import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { SkeletonLines } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import styles from './editor-frame.module.css';

/**
 * How the parts stand side by side: a rail of settings, code and tests; a wide form, code and what it gives; or a form
 * and code alone, which a narrow window shows one below the other.
 */
export type PaneLayout = 'rail' | 'form' | 'pair';

/** Below these widths the panes become tabs. */
const sideBySideFromPx = { rail: 1100, form: 1200 };

export interface EditorPane<Id extends string> {
  id: Id;
  label: string;
  count?: number;
  content: ReactNode;
}

export interface EditorPanesProps<Id extends string> {
  layout: keyof typeof sideBySideFromPx;
  /** What the parts are of. */
  noun: string;
  panes: readonly EditorPane<Id>[];
  /** The one in sight where there is room for one only. */
  shown: Id;
  onShow: (id: Id) => void;
}

/** The parts of an editor side by side, or behind tabs where the window is too narrow. */
export function EditorPanes<Id extends string>(props: EditorPanesProps<Id>) {
  const { layout, noun, panes, shown, onShow } = props;
  const width = useWindowWidth();
  if (width >= sideBySideFromPx[layout]) {
    return (
      <PaneGrid layout={layout}>
        {panes.map(({ id, content }) => (
          <Fragment key={id}>{content}</Fragment>
        ))}
      </PaneGrid>
    );
  }
  return (
    <>
      <Tabs label={`Parts of the ${noun}`} items={panes} value={shown} onChange={onShow} />
      <div className={styles.onePane}>{panes.find(({ id }) => id === shown)?.content}</div>
    </>
  );
}

/** Panes that always stand side by side; a pair goes one below the other on a phone. */
export function PaneGrid({ layout, children }: { layout: PaneLayout; children: ReactNode }) {
  return (
    <div className={styles.panes} data-layout={layout}>
      {children}
    </div>
  );
}

/** The parts while what is edited is on its way. */
export function EditorSkeleton({ layout, parts }: { layout: PaneLayout; parts: readonly string[] }) {
  return (
    <div className={styles.editor}>
      <div className={styles.headSkeleton} />
      <PaneGrid layout={layout}>
        {parts.map((part) => (
          <div key={part} className={styles.skeletonPane}>
            <SkeletonLines lines={10} label={`Loading the ${part}`} />
          </div>
        ))}
      </PaneGrid>
    </div>
  );
}

/** The fields of a pane. A native fieldset makes all of them read-only at once. */
export function EditorFields({ readOnly, children }: { readOnly: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.fields} disabled={readOnly} aria-label="Settings">
      {children}
    </fieldset>
  );
}
