import { isNode } from 'yaml';
import { parseYaml } from '@margay/kit/yaml';
import { printYaml } from '../content/yaml-text.ts';
import type { FaultPath } from '../simple/fault.ts';

/** Lines and columns count from 1; the end is exclusive. */
export interface YamlPlace {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface PrintedYaml {
  text: string;
  /** Where a value stands; the start of the text where it holds none. */
  placeOf(path: FaultPath): YamlPlace;
}

/** Values as YAML text that knows where each of them stands. */
export function printedYaml(values: Record<string, unknown>): PrintedYaml {
  const text = printYaml(values);
  const { document, lines } = parseYaml(text);
  return {
    text,
    placeOf(path) {
      const node: unknown = document.getIn(path, true);
      const range = isNode(node) ? node.range : undefined;
      const [start, end] = range ? [range[0], range[1]] : [0, 0];
      const from = lines.linePos(start);
      const to = lines.linePos(start + text.slice(start, end).trimEnd().length);
      return { line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
    },
  };
}
