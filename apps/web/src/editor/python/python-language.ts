import { python, pythonLanguage } from '@codemirror/lang-python';
import { indentUnit } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { completeDefinition, completeFunction, completeImport, completeMethod } from './complete-code.ts';
import { completeField } from './complete-fields.ts';
import { pythonHover } from './hover.ts';
import { pythonKnowledge } from './document.ts';
import type { PythonKnowledge } from './knowledge.ts';
import { signatureHelp } from './signature-help.ts';

const completions = [completeField, completeMethod, completeImport, completeDefinition, completeFunction];

/** Highlighting, four spaces, and what helps to write Python as detections do. */
export function pythonLanguageParts(knowledge: PythonKnowledge): Extension {
  return [
    python(),
    indentUnit.of('    '),
    Prec.high(EditorState.tabSize.of(4)),
    pythonKnowledge.of(knowledge),
    completions.map((autocomplete) => pythonLanguage.data.of({ autocomplete })),
    pythonHover,
    signatureHelp,
  ];
}
