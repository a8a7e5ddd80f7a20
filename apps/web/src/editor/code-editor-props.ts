import type { Extension } from '@codemirror/state';

/** Something wrong in the text. Lines and columns count from 1; the end is behind the last character. */
export interface EditorProblem {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** Ways to mend it, offered beside the message. */
  fixes?: readonly EditorFix[];
}

/** A change of the text that mends a problem, which may have moved since it was found. */
export interface EditorFix {
  label: string;
  edit: (text: string, from: number, to: number) => readonly { from: number; to: number; insert: string }[];
}

/** Something a line is annotated with: a mark beside its number, and words behind its end. */
export interface EditorNote {
  line: number;
  /** `ran`, `partly` and `missed` tell which lines were reached. */
  tone: 'good' | 'bad' | 'ran' | 'partly' | 'missed';
  /** The line steps back. */
  isDim?: boolean;
  /** What the mark says. */
  label: string;
  /** Behind the line; only the mark when it is empty. */
  text: string;
}

export interface CodeEditorProps {
  /** Accessible name, for instance `Spec`. */
  label: string;
  value: string;
  onChange?: (value: string) => void;
  /** Loads highlighting and completion of the language. Must be the same function on every draw. */
  language: () => Promise<Extension>;
  readOnly?: boolean;
  problems?: readonly EditorProblem[];
  /** Marks at lines. The column for them is there as soon as this is given, even empty. */
  notes?: readonly EditorNote[];
  /** Moves the cursor there, scrolls to it and takes the focus; a new object is a new move. */
  goTo?: { line: number; column: number } | undefined;
  /** Puts a text in place of the selection and takes the focus; a new object is a new insertion. */
  insert?: { text: string } | undefined;
  /** Reports what is selected, as offsets; both are the cursor's where nothing is. */
  onSelect?: (from: number, to: number) => void;
  /** Reports the line of the cursor, from 1. */
  onCursor?: (line: number) => void;
  /** Long lines go on in the next one. Must stay the same. */
  wraps?: boolean;
  /** Reports how high the whole text is, in px, when that changes. */
  onContentHeight?: (heightPx: number) => void;
  /** Starts with the focus inside. */
  autoFocus?: boolean;
}
