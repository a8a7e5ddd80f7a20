import type { BuilderCondition, BuilderGroup } from '@margay/detect/simple';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { IconDots, IconPlus, IconStack2 } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { VisuallyHidden } from '../../../ui/layout/states.tsx';
import { countOf } from '../../../lib/format-number.ts';
import type { BuilderField } from './builder-fields.ts';
import type { TreeKind } from './condition-fault.ts';
import { ConditionRow } from './condition-row.tsx';
import type { Results } from './detection-results.ts';
import { MoveHandle } from './move-handle.tsx';
import type { MoveStep } from './move-handle.tsx';
import styles from './rule-builder.module.css';
import {
  appendTo,
  emptyGroup,
  isGroup,
  isTooDeep,
  mayHoldGroup,
  moveStep,
  moveTo,
  nodeAt,
  removeAt,
  replaceAt,
  ungroupAt,
  type Moved,
  type NodePath,
} from './tree.ts';

export interface ConditionTreeProps {
  /** Accessible name of the whole. */
  label: string;
  root: BuilderGroup;
  onRoot: (root: BuilderGroup) => void;
  fields: readonly BuilderField[];
  kind: TreeKind;
  /** Faults of untouched conditions show too. */
  isChecked?: boolean;
  results?: Results | undefined;
  /** A condition that was just brought in from elsewhere. */
  newPath?: NodePath | undefined;
  disabled?: boolean;
}

const textOf = (path: NodePath) => path.join('.');
const isSame = (a: NodePath | undefined, b: NodePath) => a !== undefined && textOf(a) === textOf(b);

const newCondition = (kind: TreeKind): BuilderCondition => ({
  target: { KeyPath: '' },
  operator: kind === 'filter' ? 'DoesNotEqual' : 'Equals',
});

/** All and Any groups of conditions, to build and to move about in. */
export function ConditionTree(props: ConditionTreeProps) {
  const { label, root, onRoot, disabled = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<NodePath>();
  const [over, setOver] = useState<NodePath>();
  const [spoken, setSpoken] = useState('');
  const focusNext = useRef<string>(undefined);
  useEffect(() => {
    const wanted = focusNext.current;
    if (wanted === undefined) return;
    focusNext.current = undefined;
    box.current?.querySelector<HTMLElement>(wanted)?.focus();
  });

  function take(moved: Moved | undefined) {
    if (!moved) return setSpoken('It cannot be moved there');
    focusNext.current = `[data-handle="${textOf(moved.path)}"]`;
    setSpoken(`Moved to place ${moved.path.map((at) => at + 1).join(', ')}`);
    onRoot(moved.root);
  }
  const shared: Shared = {
    ...props,
    disabled,
    over: dragged && over,
    isDragged: (path) => isSame(dragged, path),
    onStep: (path, step) => take(moveStep(root, path, step)),
    onDragStart: setDragged,
    onDragEnd() {
      setDragged(undefined);
      setOver(undefined);
    },
    onDragOver(path, event) {
      if (!dragged || !moveTo(root, dragged, path)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isSame(over, path)) setOver(path);
    },
    onDrop(path, event) {
      event.preventDefault();
      event.stopPropagation();
      if (dragged) take(moveTo(root, dragged, path));
      setDragged(undefined);
      setOver(undefined);
    },
    add(path, ...nodes) {
      const group = nodeAt(root, path);
      const at = isGroup(group) ? group.nodes.length : 0;
      focusNext.current = `[data-node="${textOf([...path, at])}"] [aria-haspopup="dialog"]`;
      onRoot(appendTo(root, path, ...nodes));
    },
    remove(path) {
      const parent = path.slice(0, -1);
      focusNext.current = `[data-add="${textOf(parent)}"]`;
      onRoot(removeAt(root, path));
    },
  };
  return (
    <div ref={box} className={styles.tree} role="group" aria-label={label}>
      <Group group={root} path={[]} shared={shared} />
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </div>
  );
}

interface Shared extends Omit<ConditionTreeProps, 'disabled'> {
  disabled: boolean;
  over: NodePath | undefined;
  isDragged: (path: NodePath) => boolean;
  onStep: (path: NodePath, step: MoveStep) => void;
  onDragStart: (path: NodePath) => void;
  onDragEnd: () => void;
  onDragOver: (path: NodePath, event: DragEvent) => void;
  onDrop: (path: NodePath, event: DragEvent) => void;
  add: (path: NodePath, ...nodes: (BuilderCondition | BuilderGroup)[]) => void;
  remove: (path: NodePath) => void;
}

function Group({ group, path, shared }: { group: BuilderGroup; path: NodePath; shared: Shared }) {
  const { root, onRoot, fields, kind, results, disabled } = shared;
  const isRoot = path.length === 0;
  const name = isRoot ? 'All conditions' : `Group ${path.map((at) => at + 1).join('.')}`;
  const mayNest = mayHoldGroup(root, path);
  const end = [...path, group.nodes.length];
  const change = (next: BuilderGroup) => onRoot(replaceAt(root, path, next));
  const isAnyTooDeep = isRoot && isTooDeep({ ...root, conjunction: 'or' });
  const noun = kind === 'filter' ? 'Filter' : 'Condition';
  return (
    <div className={cx(styles.group, isRoot && styles.rootGroup)}>
      <div className={styles.groupHead}>
        {!isRoot && (
          <MoveHandle
            name={name}
            path={textOf(path)}
            disabled={disabled}
            onStep={(step) => shared.onStep(path, step)}
            onDragStart={() => shared.onDragStart(path)}
            onDragEnd={shared.onDragEnd}
          />
        )}
        <SegmentedControl
          label={`${name}: how many must be true`}
          size="sm"
          options={[
            { value: 'and', label: 'All', disabled },
            { value: 'or', label: 'Any', disabled: disabled || isAnyTooDeep },
          ]}
          value={group.conjunction}
          onChange={(conjunction) => change({ ...group, conjunction })}
        />
        <span className={styles.words}>
          {group.conjunction === 'or' ? 'of these is true' : 'of these are true'}
        </span>
        <span className={styles.count}>{countOf(group.nodes.length, 'item')}</span>
        {!isRoot && !disabled && (
          <span className={styles.push}>
            <Menu
              label={`${name}: actions`}
              position="bottom-end"
              entries={[
                { label: 'Ungroup', onSelect: () => onRoot(ungroupAt(root, path)) },
                { label: 'Remove group', danger: true, onSelect: () => shared.remove(path) },
              ]}
            >
              <IconButton size="xs" label={`${name}: actions`}>
                <IconDots size={14} stroke={1.5} aria-hidden />
              </IconButton>
            </Menu>
          </span>
        )}
      </div>
      {group.nodes.map((node, at) => {
        const childPath = [...path, at];
        return (
          <div
            key={at}
            data-node={textOf(childPath)}
            className={cx(
              styles.node,
              isSame(shared.over, childPath) && styles.dropHere,
              shared.isDragged(childPath) && styles.dragged,
            )}
            onDragOver={(event) => shared.onDragOver(childPath, event)}
            onDrop={(event) => shared.onDrop(childPath, event)}
          >
            {isGroup(node) ? (
              <Group group={node} path={childPath} shared={shared} />
            ) : (
              <ConditionRow
                name={`Condition ${childPath.map((place) => place + 1).join('.')}`}
                condition={node}
                onCondition={(condition) => onRoot(replaceAt(root, childPath, condition))}
                onRemove={() => shared.remove(childPath)}
                fields={fields}
                kind={kind}
                isChecked={shared.isChecked ?? false}
                isNew={isSame(shared.newPath, childPath)}
                result={results?.get(textOf(childPath))}
                showsResults={results !== undefined}
                disabled={disabled}
                handle={{
                  path: textOf(childPath),
                  onStep: (step) => shared.onStep(childPath, step),
                  onDragStart: () => shared.onDragStart(childPath),
                  onDragEnd: shared.onDragEnd,
                }}
              />
            )}
          </div>
        );
      })}
      {!disabled && (
        <div
          className={cx(styles.groupFoot, isSame(shared.over, end) && styles.dropHere)}
          onDragOver={(event) => shared.onDragOver(end, event)}
          onDrop={(event) => shared.onDrop(end, event)}
        >
          <Button
            size="sm"
            variant="quiet"
            data-add={textOf(path)}
            icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
            onClick={() => shared.add(path, newCondition(kind))}
          >
            {noun}
          </Button>
          {mayNest ? (
            <Button
              size="sm"
              variant="quiet"
              icon={<IconStack2 size={14} stroke={1.5} aria-hidden />}
              onClick={() =>
                shared.add(path, {
                  ...emptyGroup,
                  conjunction: group.conjunction === 'and' ? 'or' : 'and',
                  nodes: [newCondition(kind)],
                })
              }
            >
              Group
            </Button>
          ) : (
            <span className={styles.words}>Depth 3 of 3: no further groups</span>
          )}
        </div>
      )}
      {group.nodes.length === 0 && disabled && <p className={styles.none}>Nothing here.</p>}
    </div>
  );
}
