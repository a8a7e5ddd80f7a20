import { useEffect, useState } from 'react';
import { reportError } from '../../lib/report-error.ts';
import { flowFunctionsOf } from './flow-functions.ts';
import type { FlowEngine } from './flow-functions.ts';

/** Whether a text can be asked about: nobody wanted to yet, on its way, or yes. */
export type FlowEngineState = 'uninitialized' | 'loading' | 'available';

const pollMs = 100;

/** Loads the language once and keeps it. What fails is only logged: the next wish tries again. */
export function flowEngineLoader(from: () => Promise<FlowEngine> = () => import('./flow-engine.ts')) {
  let state: FlowEngineState = 'uninitialized';
  let engine: FlowEngine | undefined;
  let loading: Promise<FlowEngine | undefined> | undefined;

  async function begin(): Promise<FlowEngine | undefined> {
    state = 'loading';
    try {
      engine = await from();
      globalThis.pantherFlow = flowFunctionsOf(engine);
      state = 'available';
      return engine;
    } catch (error) {
      reportError(error, 'loading PantherFlow');
      state = 'uninitialized';
      loading = undefined;
      return undefined;
    }
  }
  return {
    state: () => state,
    engine: () => engine,
    /** The language; undefined when it cannot be loaded. */
    load: () => (loading ??= begin()),
  };
}

/** The window's own: the language is loaded once, whichever screen asks first. */
const ownLoader = flowEngineLoader();
export const loadFlowEngine = ownLoader.load;

/** The language as soon as it is there, looked for every 100 ms. */
export function useFlowEngine(): FlowEngine | undefined {
  const [found, setFound] = useState(ownLoader.engine);
  useEffect(() => {
    if (found) return undefined;
    void loadFlowEngine();
    const timer = setInterval(() => {
      const engine = ownLoader.engine();
      if (engine) setFound(engine);
    }, pollMs);
    return () => clearInterval(timer);
  }, [found]);
  return found;
}
