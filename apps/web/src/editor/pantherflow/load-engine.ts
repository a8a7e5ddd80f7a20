import { useEffect, useState } from 'react';
import { reportError } from '../../lib/report-error.ts';
import { flowFunctionsOf } from './flow-functions.ts';
import type { FlowEngine } from './flow-functions.ts';

/** Whether a text can be asked about: nobody wanted to yet, on its way, or yes. */
export type FlowEngineState = 'uninitialized' | 'loading' | 'available';

const pollMs = 100;

let state: FlowEngineState = 'uninitialized';
let engine: FlowEngine | undefined;
let loading: Promise<FlowEngine | undefined> | undefined;

export const flowEngineState = (): FlowEngineState => state;

/** The language, loaded once; undefined when that fails, which is only logged. The next call tries again. */
export function loadFlowEngine(
  load: () => Promise<FlowEngine> = () => import('./flow-engine.ts'),
): Promise<FlowEngine | undefined> {
  loading ??= begin(load);
  return loading;
}

async function begin(load: () => Promise<FlowEngine>): Promise<FlowEngine | undefined> {
  state = 'loading';
  try {
    engine = await load();
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

/** The language as soon as it is there, looked for every 100 ms. */
export function useFlowEngine(): FlowEngine | undefined {
  const [found, setFound] = useState(engine);
  useEffect(() => {
    if (found) return undefined;
    void loadFlowEngine();
    const timer = setInterval(() => {
      if (flowEngineState() === 'available') setFound(engine);
    }, pollMs);
    return () => clearInterval(timer);
  }, [found]);
  return found;
}
