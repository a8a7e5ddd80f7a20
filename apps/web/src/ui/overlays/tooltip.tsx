import { cloneElement, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { FocusEventHandler, MouseEventHandler, ReactElement, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { place } from './tooltip-place.ts';
import type { Side } from './tooltip-place.ts';
import styles from './tooltip.module.css';

export interface TooltipProps {
  label: ReactNode;
  /** One element that takes mouse and focus handlers. */
  children: ReactElement<AnchorHandlers>;
  position?: Side;
}

interface AnchorHandlers {
  onMouseEnter?: MouseEventHandler<HTMLElement> | undefined;
  onMouseLeave?: MouseEventHandler<HTMLElement> | undefined;
  onFocus?: FocusEventHandler<HTMLElement> | undefined;
  onBlur?: FocusEventHandler<HTMLElement> | undefined;
  onMouseDown?: MouseEventHandler<HTMLElement> | undefined;
}

interface Shown {
  anchor: HTMLElement;
  label: ReactNode;
  side: Side;
}

const openDelayMs = 400;
/** Moving from one tooltip to the next within this time opens it at once. */
const warmMs = 300;

// One tooltip for the window: a table of a thousand cells costs a thousand handlers and no more.
let shown: Shown | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let closedAt = -Infinity;
const listeners = new Set<() => void>();
/** Who leaves the page by keyboard takes the anchor away without a word: nothing tells of the lost focus. */
let anchorWatch: MutationObserver | undefined;

function change(next: Shown | undefined) {
  if (shown && !next) closedAt = performance.now();
  anchorWatch?.disconnect();
  shown = next?.anchor.isConnected ? next : undefined;
  if (shown) {
    anchorWatch = new MutationObserver(() => !shown?.anchor.isConnected && hide());
    anchorWatch.observe(document, { childList: true, subtree: true });
  }
  for (const listener of listeners) listener();
}
function show(next: Shown, delayMs: number) {
  clearTimeout(timer);
  timer = setTimeout(() => change(next), performance.now() - closedAt < warmMs ? 0 : delayMs);
}
function hide() {
  clearTimeout(timer);
  if (shown) change(undefined);
}

/** A short text after 400 ms of hover, at once on keyboard focus and when moving along. */
export function Tooltip({ label, children, position = 'top' }: TooltipProps) {
  const { onMouseEnter, onMouseLeave, onFocus, onBlur, onMouseDown } = children.props;
  return cloneElement(children, {
    onMouseEnter: (event) => {
      onMouseEnter?.(event);
      show({ anchor: event.currentTarget, label, side: position }, openDelayMs);
    },
    onMouseLeave: (event) => {
      onMouseLeave?.(event);
      hide();
    },
    onFocus: (event) => {
      onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible'))
        show({ anchor: event.currentTarget, label, side: position }, 0);
    },
    onBlur: (event) => {
      onBlur?.(event);
      hide();
    },
    onMouseDown: (event) => {
      onMouseDown?.(event);
      hide();
    },
  });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws the tooltip that is open; once per window. */
export function TooltipLayer() {
  const current = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    window.addEventListener('keydown', onKey);
    window.addEventListener('scroll', hide, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', hide, true);
    };
  }, []);
  return current ? createPortal(<Bubble key={String(current.label)} {...current} />, document.body) : null;
}

function Bubble({ anchor, label, side }: Shown) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<{ left: number; top: number }>();
  useEffect(() => {
    const own = box.current?.getBoundingClientRect();
    if (own)
      setAt(
        place(anchor.getBoundingClientRect(), own, side, {
          width: window.innerWidth,
          height: window.innerHeight,
        }),
      );
    const described = anchor.getAttribute('aria-describedby');
    anchor.setAttribute('aria-describedby', described ? `${described} ${id}` : id);
    return () => {
      if (described) anchor.setAttribute('aria-describedby', described);
      else anchor.removeAttribute('aria-describedby');
    };
  }, [anchor, side, id]);
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      className={styles.tooltip}
      style={at ?? { left: 0, top: 0, visibility: 'hidden' }}
    >
      {label}
    </div>
  );
}
