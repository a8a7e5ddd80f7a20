import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import type { Action } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import type { Text } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  repositionTooltips,
} from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CodeEditorProps, EditorProblem } from './code-editor-props.ts';
import styles from './code-editor.module.css';
import { codeTheme } from './code-theme.ts';
import { completeLate, lastTyped } from './late-completion.ts';
import { lineNotes, setLineNotes } from './line-notes.ts';
import { quickFixKey } from './quick-fix.ts';

/** Offset of a place; beyond the text it is the nearest place inside. */
function offsetOf(doc: Text, line: number, column: number): number {
  const at = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return Math.min(at.to, at.from + Math.max(0, column - 1));
}

const markProblemLines = StateEffect.define<readonly EditorProblem[]>();
const problemLine = Decoration.line({ class: 'cm-problemLine' });

/** Tints the lines errors start on; the tint moves with the text until the next check. */
const problemLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(markProblemLines)) continue;
      const { doc } = transaction.state;
      const starts = effect.value
        .filter((problem) => problem.severity === 'error')
        .map((problem) => doc.line(Math.max(1, Math.min(doc.lines, problem.line))).from);
      next = Decoration.set(
        [...new Set(starts)].toSorted((a, b) => a - b).map((at) => problemLine.range(at)),
      );
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function actionsOf({ fixes = [] }: EditorProblem): Action[] {
  return fixes.map(({ label, edit }) => ({
    name: label,
    apply(view, from, to) {
      view.dispatch({ changes: [...edit(view.state.doc.toString(), from, to)], userEvent: 'input.fix' });
      view.focus();
    },
  }));
}

function showProblems(view: EditorView, problems: readonly EditorProblem[]) {
  const { doc } = view.state;
  const diagnostics = problems.map((problem) => {
    const from = offsetOf(doc, problem.line, problem.column);
    const to = Math.max(from, offsetOf(doc, problem.endLine, problem.endColumn));
    return { from, to, severity: problem.severity, message: problem.message, actions: actionsOf(problem) };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics), { effects: markProblemLines.of(problems) });
}

/** Mod+Enter runs what a page runs, also while the language that binds it is on its way. It never inserts a line. */
const editingKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

/** Typed faster than drawn, no more than so many texts are on their way. */
const underWayKept = 50;

/** CodeMirror itself; use it through `CodeEditor`, which loads it late. */
export function CodeMirrorView(props: CodeEditorProps) {
  const {
    label,
    value,
    readOnly = false,
    problems,
    notes,
    goTo,
    insert,
    language,
    autoFocus = false,
  } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const languagePart = useRef(new Compartment());
  const accessPart = useRef(new Compartment());
  /** Texts that were reported and have not come back as the value, oldest first. */
  const underWay = useRef<string[]>([]);
  const report = useEffectEvent((text: string) => {
    underWay.current = [...underWay.current, text].slice(-underWayKept);
    props.onChange?.(text);
  });
  const reportCursor = useEffectEvent((line: number) => props.onCursor?.(line));
  const reportSelection = useEffectEvent((from: number, to: number) => props.onSelect?.(from, to));
  const initial = useEffectEvent(() => ({
    value,
    label,
    readOnly,
    autoFocus,
    hasNotes: notes !== undefined,
    wraps: props.wraps ?? false,
  }));
  const height = useRef(0);
  const reportHeight = useEffectEvent((heightPx: number) => {
    if (heightPx === height.current) return;
    height.current = heightPx;
    props.onContentHeight?.(heightPx);
  });

  useEffect(() => {
    const start = initial();
    const editor = new EditorView({
      parent: parent.current!,
      state: EditorState.create({
        doc: start.value,
        extensions: [
          lineNumbers(),
          highlightActiveLineGutter(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ activateOnCompletion: ({ type }) => type === 'method' }),
          highlightActiveLine(),
          highlightSelectionMatches(),
          keymap.of([
            ...closeBracketsKeymap,
            ...editingKeys,
            ...searchKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...completionKeymap,
            ...lintKeymap,
            quickFixKey,
            indentWithTab,
          ]),
          EditorState.tabSize.of(2),
          // The text takes the focus also where it cannot be edited, so that the keyboard scrolls it.
          EditorView.contentAttributes.of({ 'aria-label': start.label, tabindex: '0' }),
          problemLines,
          lastTyped,
          start.hasNotes ? lineNotes : [],
          start.wraps ? EditorView.lineWrapping : [],
          codeTheme,
          languagePart.current.of([]),
          accessPart.current.of(EditorState.readOnly.of(start.readOnly)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) report(update.state.doc.toString());
            if (update.geometryChanged) reportHeight(update.view.contentHeight);
            if (update.selectionSet || update.docChanged)
              reportCursor(update.state.doc.lineAt(update.state.selection.main.head).number);
            const { from, to } = update.state.selection.main;
            if (update.selectionSet) reportSelection(from, to);
          }),
        ],
      }),
    });
    view.current = editor;
    if (start.autoFocus) editor.focus();
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    let isCurrent = true;
    void language().then((extension) => {
      const editor = view.current;
      if (!isCurrent || !editor) return;
      editor.dispatch({ effects: languagePart.current.reconfigure(extension) });
      completeLate(editor);
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  useEffect(() => {
    view.current?.dispatch({ effects: accessPart.current.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [readOnly]);
  useEffect(() => {
    const editor = view.current;
    // What was typed comes back a drawing later, and by then more may have been typed: putting it into the editor would
    // take that away, report it, and be answered in turn without end.
    const at = underWay.current.indexOf(value);
    underWay.current = underWay.current.slice(at + 1);
    if (at !== -1 || !editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    underWay.current = [];
  }, [value]);
  useEffect(() => {
    // A line that comes or goes above moves the editor, and its lists must not stay behind. Cheap where none is open.
    if (view.current) repositionTooltips(view.current);
  });
  useEffect(() => {
    if (view.current && problems) showProblems(view.current, problems);
  }, [problems]);
  useEffect(() => {
    if (view.current && notes) view.current.dispatch({ effects: setLineNotes.of(notes) });
  }, [notes]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || !goTo) return;
    const at = offsetOf(editor.state.doc, goTo.line, goTo.column);
    editor.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    editor.focus();
  }, [goTo]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !insert) return;
    editor.dispatch(editor.state.replaceSelection(insert.text), { scrollIntoView: true });
    editor.focus();
  }, [insert]);

  return <div ref={parent} className={styles.mirror} />;
}
