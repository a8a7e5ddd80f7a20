import type { FlowChart, FlowKnowledge, FlowQueryInfo } from '@margay/query';
import type { Catalog } from '@margay/model';

export type FlowEngine = typeof import('./flow-engine.ts');

/**
 * PantherFlow as global functions of the page, `pantherFlow.queryInfo(text)`. They know the tables and the time they
 * were told last, answer at once, and ask nobody: no call leaves the browser.
 */
export interface FlowFunctions {
  registerTables(catalog: Catalog): void;
  /** The moment that relative times count from. */
  updateTime(now: Date): void;
  autocomplete(text: string, offset: number): ReturnType<FlowEngine['completionsAt']>;
  hover(text: string, offset: number): ReturnType<FlowEngine['hoverAt']>;
  signatureHelp(text: string, offset: number): ReturnType<FlowEngine['signatureHelpAt']>;
  inlayHints(text: string): ReturnType<FlowEngine['inlayHints']>;
  queryInfo(text: string): FlowQueryInfo;
  getVisualize(text: string): FlowChart | undefined;
  setVisualize(text: string, chart: FlowChart | undefined): string;
}

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var pantherFlow: FlowFunctions | undefined;
}

const noTables: Catalog = { tables: () => [], find: () => undefined };

export function flowFunctionsOf(engine: FlowEngine): FlowFunctions {
  let knowledge: FlowKnowledge = { catalog: noTables, functions: engine.flowFunctions };
  let now = new Date();
  return {
    registerTables: (catalog) => {
      knowledge = { ...knowledge, catalog };
    },
    updateTime: (next) => {
      now = next;
    },
    autocomplete: (text, offset) => engine.completionsAt(text, offset, knowledge),
    hover: (text, offset) => engine.hoverAt(text, offset, knowledge),
    signatureHelp: (text, offset) => engine.signatureHelpAt(text, offset, knowledge),
    inlayHints: (text) => engine.inlayHints(text, knowledge),
    queryInfo: (text) => engine.queryInfo(text, now, knowledge.catalog),
    getVisualize: engine.getVisualize,
    setVisualize: engine.setVisualize,
  };
}

/** What the page says of a text now, for these tables. Throws `not loaded yet` or `no response`. */
export function readQueryInfo(text: string, catalog: Catalog, now: Date): FlowQueryInfo {
  const functions = globalThis.pantherFlow;
  if (!functions) throw new Error('not loaded yet');
  functions.registerTables(catalog);
  functions.updateTime(now);
  // The functions are global: whoever replaced them may answer nothing.
  const info = functions.queryInfo(text) as FlowQueryInfo | undefined;
  if (!info) throw new Error('no response');
  return info;
}
