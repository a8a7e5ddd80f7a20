import {
  type BuilderGroup,
  type BuilderNode,
  compileInlineFilters,
  compileSimpleDetection,
  filtersOf,
} from '@margay/detect/simple';
import type { EventObject } from '@margay/model';
import { isGroup } from './tree.ts';

/** What a condition says about an event. `not read`: those before it settled the matter. */
export type ConditionResult = 'true' | 'false' | 'not read' | 'incomplete';

/** Results by path, `0.2` for the third node of the first group; the root's own is under the empty text. */
export type Results = ReadonlyMap<string, ConditionResult>;

/** Asks every condition about an event in the order in which the rule asks them. */
export function resultsOf(root: BuilderGroup, event: EventObject, kind: 'detection' | 'filter'): Results {
  const results = new Map<string, ConditionResult>();
  walk(root, '');
  return results;

  function walk(node: BuilderNode, path: string): boolean | undefined {
    if (!isGroup(node)) {
      const answer = ask(node, event, kind);
      results.set(path, answer === undefined ? 'incomplete' : answer ? 'true' : 'false');
      return answer;
    }
    const stopsAt = node.conjunction === 'or';
    let answer: boolean | undefined = !stopsAt;
    let isSettled = false;
    node.nodes.forEach((child, at) => {
      const childPath = path === '' ? String(at) : `${path}.${at}`;
      if (isSettled) return markUnread(child, childPath);
      const holds = walk(child, childPath);
      if (holds === undefined) answer = undefined;
      else if (holds === stopsAt) {
        answer = stopsAt;
        isSettled = true;
      }
    });
    results.set(path, answer === undefined ? 'incomplete' : answer ? 'true' : 'false');
    return answer;
  }
  function markUnread(node: BuilderNode, path: string) {
    results.set(path, 'not read');
    if (isGroup(node)) node.nodes.forEach((child, at) => markUnread(child, `${path}.${at}`));
  }
}

function ask(node: BuilderNode, event: EventObject, kind: 'detection' | 'filter'): boolean | undefined {
  const detection = filtersOf({ conjunction: 'and', nodes: [node] });
  if (kind === 'filter') return compileInlineFilters(detection).value?.passes(event);
  return compileSimpleDetection({ detection }).value?.matches(event);
}

/** An event of a unit test; undefined while its text is no object. */
export function eventOfText(text: string | undefined): EventObject | undefined {
  if (text === undefined) return undefined;
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === 'object' && event !== null && !Array.isArray(event)
      ? (event as EventObject)
      : undefined;
  } catch {
    return undefined;
  }
}
