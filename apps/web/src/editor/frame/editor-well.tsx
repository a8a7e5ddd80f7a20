import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { localText } from '../../lib/storage.ts';
import styles from './editor-well.module.css';

/** Three lines of code; below it nothing can be read. */
const leastPx = 76;
/** Of the window: as far as the text makes it grow, and as far as a person can pull it. */
const shares = { grown: 0.4, pulled: 0.75 };
const stepPx = 20;

/** The height somebody gave it, kept in this browser; none where the text decides. */
function useKeptHeight(key: string) {
  const store = localText(key);
  const [height, setHeight] = useState<number | undefined>(() => Number(store.read() ?? '') || undefined);
  return [
    height,
    (next: number | undefined) => {
      store.write(next === undefined ? undefined : String(Math.round(next)));
      setHeight(next);
    },
  ] as const;
}

function useWindowHeight(): number {
  const [height, setHeight] = useState(window.innerHeight);
  useEffect(() => {
    const follow = () => setHeight(window.innerHeight);
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
  return height;
}

/**
 * The place of an editor of a page that shows something else below. It is as high as the text, within limits, until
 * somebody drags its lower edge or moves it by arrow keys; a double click or Enter there gives the height back to the text.
 */
export function EditorWell(props: {
  /** Where the height is kept. */
  storageKey: string;
  /** A line below the text, always there. */
  foot?: ReactNode;
  /** In a frame of its own, or from edge to edge. */
  framed?: boolean;
  children: (onContentHeight: (heightPx: number) => void) => ReactNode;
}) {
  const { storageKey, foot, framed = false, children } = props;
  const [contentPx, setContentPx] = useState(leastPx);
  const [kept, keep] = useKeptHeight(storageKey);
  const windowPx = useWindowHeight();
  const mostPx = Math.max(leastPx, Math.round(windowPx * shares.pulled));
  const grownPx = Math.min(contentPx, Math.round(windowPx * shares.grown));
  const heightPx = Math.max(leastPx, Math.min(kept ?? grownPx, mostPx));
  const pulled = useRef<{ fromY: number; fromPx: number }>(undefined);
  const inLimits = (px: number) => Math.max(leastPx, Math.min(mostPx, px));
  return (
    <div className={framed ? styles.framed : styles.well}>
      <div className={styles.text} style={{ height: heightPx }}>
        {children(setContentPx)}
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
      <div
        className={styles.edge}
        role="separator"
        aria-orientation="horizontal"
        aria-label="Height of the editor"
        aria-valuenow={heightPx}
        aria-valuemin={leastPx}
        aria-valuemax={mostPx}
        tabIndex={0}
        title="Drag for another height; a double click fits the text"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          pulled.current = { fromY: event.clientY, fromPx: heightPx };
        }}
        onPointerMove={(event) => {
          const { current } = pulled;
          if (current) keep(inLimits(current.fromPx + event.clientY - current.fromY));
        }}
        onPointerUp={() => {
          pulled.current = undefined;
        }}
        onPointerCancel={() => {
          pulled.current = undefined;
        }}
        onDoubleClick={() => keep(undefined)}
        onKeyDown={(event) => {
          const step = { ArrowDown: stepPx, ArrowUp: -stepPx }[event.key];
          if (step !== undefined) keep(inLimits(heightPx + step));
          else if (event.key === 'Enter') keep(undefined);
          else return;
          event.preventDefault();
        }}
      />
    </div>
  );
}
