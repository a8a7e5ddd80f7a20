import {
  type BuilderCondition,
  type BuilderGroup,
  type BuilderNode,
  deepestBuilderGroup,
} from '@margay/detect/simple';

/** Places of the nodes on the way from the root; empty: the root itself. */
export type NodePath = readonly number[];

export const isGroup = (node: BuilderNode | undefined): node is BuilderGroup =>
  node !== undefined && 'nodes' in node;

export const emptyGroup: BuilderGroup = { conjunction: 'and', nodes: [] };

export function nodeAt(root: BuilderGroup, path: NodePath): BuilderNode | undefined {
  let node: BuilderNode | undefined = root;
  for (const at of path) node = isGroup(node) ? node.nodes[at] : undefined;
  return node;
}

/** The tree with the nodes of one group changed. Untouched parts stay the same objects. */
export function withGroup(
  root: BuilderGroup,
  path: NodePath,
  change: (group: BuilderGroup) => BuilderGroup,
): BuilderGroup {
  const [at, ...rest] = path;
  if (at === undefined) return change(root);
  const child = root.nodes[at];
  return isGroup(child) ? { ...root, nodes: root.nodes.with(at, withGroup(child, rest, change)) } : root;
}

const parentOf = (path: NodePath) => path.slice(0, -1);
const lastOf = (path: NodePath) => path.at(-1) ?? 0;

export function replaceAt(root: BuilderGroup, path: NodePath, node: BuilderNode): BuilderGroup {
  if (path.length === 0) return isGroup(node) ? node : root;
  return withGroup(root, parentOf(path), (group) => ({
    ...group,
    nodes: group.nodes.with(lastOf(path), node),
  }));
}

export function removeAt(root: BuilderGroup, path: NodePath): BuilderGroup {
  return withGroup(root, parentOf(path), (group) => ({
    ...group,
    nodes: group.nodes.toSpliced(lastOf(path), 1),
  }));
}

export function insertAt(root: BuilderGroup, path: NodePath, ...nodes: BuilderNode[]): BuilderGroup {
  return withGroup(root, parentOf(path), (group) => ({
    ...group,
    nodes: group.nodes.toSpliced(lastOf(path), 0, ...nodes),
  }));
}

export function appendTo(root: BuilderGroup, path: NodePath, ...nodes: BuilderNode[]): BuilderGroup {
  return withGroup(root, path, (group) => ({ ...group, nodes: [...group.nodes, ...nodes] }));
}

/** A group dissolved into the one around it. */
export function ungroupAt(root: BuilderGroup, path: NodePath): BuilderGroup {
  const node = nodeAt(root, path);
  return isGroup(node) ? insertAt(removeAt(root, path), path, ...node.nodes) : root;
}

/** Groups within groups below this node, itself included. */
function heightOf(node: BuilderNode): number {
  return isGroup(node) ? 1 + Math.max(0, ...node.nodes.map(heightOf)) : 0;
}

/** How deep the YAML of the tree is. A list that is one Any is written as a group of its own. */
export function depthOf(root: BuilderGroup): number {
  return heightOf(root) - (root.conjunction === 'or' ? 0 : 1);
}

export const isTooDeep = (root: BuilderGroup): boolean => depthOf(root) > deepestBuilderGroup;

/** The group at this path may hold one more group. */
export function mayHoldGroup(root: BuilderGroup, path: NodePath): boolean {
  return path.length + 1 + (root.conjunction === 'or' ? 1 : 0) <= deepestBuilderGroup;
}

const startsWith = (path: NodePath, prefix: NodePath) => prefix.every((at, index) => path[index] === at);

/** A move and where the node ended. Undefined where it cannot go there. */
export interface Moved {
  root: BuilderGroup;
  path: NodePath;
}

/** Puts a node in front of what stands at `to`; a last place beyond the end appends. */
export function moveTo(root: BuilderGroup, from: NodePath, to: NodePath): Moved | undefined {
  const node = nodeAt(root, from);
  if (node === undefined || from.length === 0 || startsWith(to, from)) return undefined;
  const removed = removeAt(root, from);
  // Taking it away moves up what stood behind it in the same group.
  const level = from.length - 1;
  const target = [...to];
  const at = target[level];
  if (startsWith(to, parentOf(from)) && at !== undefined && at > lastOf(from)) target[level] = at - 1;
  const next = insertAt(removed, target, node);
  return isTooDeep(next) ? undefined : { root: next, path: target };
}

/** One step with the keyboard: past a neighbour, out of its group, or into the group beside it. */
export function moveStep(
  root: BuilderGroup,
  path: NodePath,
  step: 'up' | 'down' | 'out' | 'in',
): Moved | undefined {
  const parent = parentOf(path);
  const at = lastOf(path);
  const siblings = nodeAt(root, parent);
  if (!isGroup(siblings) || path.length === 0) return undefined;
  const isInGroup = parent.length > 0;
  if (step === 'up' && at > 0) return moveTo(root, path, [...parent, at - 1]);
  if (step === 'down' && at < siblings.nodes.length - 1) return moveTo(root, path, [...parent, at + 2]);
  if (step === 'in') {
    if (isGroup(siblings.nodes[at + 1])) return moveTo(root, path, [...parent, at + 1, 0]);
    const before = siblings.nodes[at - 1];
    return isGroup(before) ? moveTo(root, path, [...parent, at - 1, before.nodes.length]) : undefined;
  }
  if (!isInGroup) return undefined;
  return moveTo(root, path, step === 'up' ? parent : [...parentOf(parent), lastOf(parent) + 1]);
}

/** Every condition with its path, in the order people read them. */
export function conditionsOf(
  root: BuilderGroup,
  path: NodePath = [],
): { path: NodePath; condition: BuilderCondition }[] {
  return root.nodes.flatMap((node, at) =>
    isGroup(node) ? conditionsOf(node, [...path, at]) : [{ path: [...path, at], condition: node }],
  );
}
