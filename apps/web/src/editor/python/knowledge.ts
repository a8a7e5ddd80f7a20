import { createFieldIndex } from './event-fields.ts';
import type { FieldIndex, LogTypeFields } from './event-fields.ts';
import { findEventUse } from './read/field-reads.ts';
import type { EventUse } from './read/field-reads.ts';
import { outlineOf } from './read/outline.ts';
import type { Outline } from './read/outline.ts';
import { readTokens } from './read/tokens.ts';
import type { Token } from './read/tokens.ts';
import { helperModule } from './python-modules.ts';
import type { PythonModule } from './python-modules.ts';
import { libraryModules, runtimeModules } from './runtime-modules.ts';

export interface UnifiedName {
  name: string;
  logType: string;
  /** Path in the event, or the function that answers. */
  source: string;
}

/** What the editor knows about the events a body will read and the modules it may import. */
export interface PythonKnowledge {
  fields: FieldIndex;
  unifiedNames: readonly UnifiedName[];
  modules: readonly PythonModule[];
}

export interface KnowledgeSources {
  shapes: readonly LogTypeFields[];
  unifiedNames: readonly UnifiedName[];
  helpers: readonly { id: string; description: string; body: string }[];
}

export function createKnowledge({ shapes, unifiedNames, helpers }: KnowledgeSources): PythonKnowledge {
  return {
    fields: createFieldIndex(shapes),
    unifiedNames,
    modules: [...helpers.map(helperModule), ...runtimeModules, ...libraryModules],
  };
}

export const emptyKnowledge = createKnowledge({ shapes: [], unifiedNames: [], helpers: [] });

/** A text as the parts of the editor read it. */
export interface ReadText extends EventUse {
  text: string;
  tokens: readonly Token[];
  outline: Outline;
}

export function readPython(text: string): ReadText {
  const tokens = readTokens(text);
  return { text, tokens, outline: outlineOf(text, tokens), ...findEventUse(text, tokens) };
}
