import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Extension } from '@codemirror/state';
import type { FlowKeys, FlowSurroundings } from './flow-language.ts';
import { loadFlowEngine } from './load-engine.ts';

export interface FlowLanguageOptions extends FlowSurroundings, FlowKeys {
  /** Names of parameters and types of variables between the text. */
  showsHints: boolean;
}

/** Loads PantherFlow for a `CodeEditor`; plain text when that fails. Stays the same function while catalog and options do. */
export function useFlowLanguage(options: FlowLanguageOptions): () => Promise<Extension> {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { showsHints, catalog } = options;
  const runsSelection = options.onRunSelection !== undefined;
  return useCallback(async () => {
    const engine = await loadFlowEngine();
    if (!engine) return [];
    const { flowLanguageParts } = await import('./flow-language.ts');
    const keys = {
      onRun: () => latest.current.onRun(),
      onRunSelection: runsSelection ? () => latest.current.onRunSelection?.() : undefined,
    };
    return flowLanguageParts(engine, () => ({ ...latest.current, catalog }), keys, { showsHints });
  }, [showsHints, runsSelection, catalog]);
}
