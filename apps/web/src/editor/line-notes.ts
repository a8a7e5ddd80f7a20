import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, EditorView, gutter, GutterMarker, WidgetType } from '@codemirror/view';
import type { EditorNote } from './code-editor-props.ts';

/** Replaces the notes of all lines. */
export const setLineNotes = StateEffect.define<readonly EditorNote[]>();

const signs: Record<EditorNote['tone'], string> = { good: '✓', bad: '✗', ran: '●', partly: '◐', missed: '○' };
const dimLine = Decoration.line({ class: 'cm-dimLine' });

class Mark extends GutterMarker {
  readonly note: EditorNote;
  constructor(note: EditorNote) {
    super();
    this.note = note;
  }
  override eq(other: Mark): boolean {
    return other.note.label === this.note.label && other.note.tone === this.note.tone;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = `cm-noteMark cm-note-${this.note.tone}`;
    mark.textContent = signs[this.note.tone];
    mark.title = this.note.label;
    return mark;
  }
}

class Words extends WidgetType {
  readonly note: EditorNote;
  constructor(note: EditorNote) {
    super();
    this.note = note;
  }
  override eq(other: Words): boolean {
    return other.note.text === this.note.text && other.note.tone === this.note.tone;
  }
  override toDOM(): HTMLElement {
    const words = document.createElement('span');
    words.className = `cm-noteText cm-note-${this.note.tone}`;
    words.textContent = this.note.text;
    words.title = this.note.label;
    return words;
  }
}

interface Notes {
  marks: RangeSet<GutterMarker>;
  /** Words behind lines, and lines that step back. */
  words: RangeSet<Decoration>;
}

function notesOf(state: EditorState, notes: readonly EditorNote[]): Notes {
  const inOrder = notes
    .filter(({ line }) => line >= 1 && line <= state.doc.lines)
    .toSorted((a, b) => a.line - b.line);
  const marks: Range<GutterMarker>[] = [];
  const words: Range<Decoration>[] = [];
  for (const note of inOrder) {
    const line = state.doc.line(note.line);
    marks.push(new Mark(note).range(line.from));
    if (note.isDim === true) words.push(dimLine.range(line.from));
    if (note.text !== '') words.push(Decoration.widget({ widget: new Words(note), side: 1 }).range(line.to));
  }
  return { marks: RangeSet.of(marks), words: RangeSet.of(words, true) };
}

const field = StateField.define<Notes>({
  create: () => ({ marks: RangeSet.empty, words: RangeSet.empty }),
  update({ marks, words }, transaction) {
    let next = { marks: marks.map(transaction.changes), words: words.map(transaction.changes) };
    for (const effect of transaction.effects)
      if (effect.is(setLineNotes)) next = notesOf(transaction.state, effect.value);
    return next;
  },
  provide: (self) => EditorView.decorations.from(self, ({ words }) => words),
});

/** A column for marks beside the lines, and words behind them; they move with the text until the next ones. */
export const lineNotes: Extension = [
  field,
  gutter({
    class: 'cm-noteGutter',
    markers: (view) => view.state.field(field).marks,
  }),
];
