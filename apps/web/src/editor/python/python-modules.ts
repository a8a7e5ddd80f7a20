import { outlineOf } from './read/outline.ts';
import { readTokens } from './read/tokens.ts';

/** A function that code may import. */
export interface ModuleFunction {
  name: string;
  /** `(event, default=None)`. */
  signature: string;
  doc: string;
}

/** A module that code may import. */
export interface PythonModule {
  name: string;
  doc: string;
  functions: readonly ModuleFunction[];
  /** A helper of this installation; false for what comes with the runtime. */
  isHelper: boolean;
}

/** A global helper with the functions at its left edge that are not private. */
export function helperModule(helper: { id: string; description: string; body: string }): PythonModule {
  const { functions } = outlineOf(helper.body, readTokens(helper.body));
  return {
    name: helper.id,
    doc: helper.description,
    functions: functions
      .filter(({ name }) => !name.startsWith('_'))
      .map(({ name, signature, doc }) => ({ name, signature, doc })),
    isHelper: true,
  };
}
