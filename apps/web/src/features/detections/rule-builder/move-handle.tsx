import type { KeyboardEvent } from 'react';
import { IconGripVertical } from '../../../ui/icons.ts';
import styles from './rule-builder.module.css';

export type MoveStep = 'up' | 'down' | 'in' | 'out';

export interface MoveHandleProps {
  name: string;
  /** The node's path as text; the focus finds the handle by it after a move. */
  path: string;
  onStep: (step: MoveStep) => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  disabled?: boolean;
}

const steps: Record<string, MoveStep> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

/** What a condition or group is moved by: drag it, or focus it and use the arrow keys. */
export function MoveHandle({
  name,
  path,
  onStep,
  onDragStart,
  onDragEnd,
  disabled = false,
}: MoveHandleProps) {
  if (disabled) return <span className={styles.handle} />;
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  }
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={`Move ${name}`}
      title="Drag, or use the arrow keys: up, down, left out of its group, right into the one beside it"
      data-handle={path}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        onDragStart();
      }}
      onDragEnd={onDragEnd}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={14} stroke={1.5} aria-hidden />
    </button>
  );
}
