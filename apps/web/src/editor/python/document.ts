import { Facet } from '@codemirror/state';
import type { Text } from '@codemirror/state';
import { emptyKnowledge, readPython } from './knowledge.ts';
import type { PythonKnowledge, ReadText } from './knowledge.ts';

/** The knowledge of an editor; the last one given counts. */
export const pythonKnowledge = Facet.define<PythonKnowledge, PythonKnowledge>({
  combine: (values) => values.at(-1) ?? emptyKnowledge,
});

const readDocuments = new WeakMap<Text, ReadText>();

/** The document read once, however many parts of the editor ask. */
export function readDocument(document: Text): ReadText {
  const known = readDocuments.get(document) ?? readPython(document.toString());
  readDocuments.set(document, known);
  return known;
}
