import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const squiggle = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(--mg-${color}) 1px`,
  textUnderlineOffset: '3px',
});

/** Colours and sizes come from the tokens, so one theme serves light and dark. */
const look = EditorView.theme({
  '&': {
    backgroundColor: 'var(--mg-code-bg)',
    color: 'var(--mg-syn-text)',
    fontSize: 'var(--mg-fs-code)',
    height: '100%',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mg-mono)',
    lineHeight: 'var(--mg-lh-code)',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { caretColor: 'var(--mg-text-strong)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--mg-text-strong)' },
  '.cm-gutters': {
    backgroundColor: 'var(--mg-code-bg)',
    color: 'var(--mg-code-gutter)',
    border: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '34px', padding: '0 10px 0 4px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--mg-code-line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection':
    { backgroundColor: 'var(--mg-selection) !important' },
  '.cm-searchMatch, .cm-selectionMatch': { backgroundColor: 'var(--mg-code-match)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--mg-code-match)', outline: 'none' },
  '.cm-lintRange-error': squiggle('danger'),
  '.cm-lintRange-warning': squiggle('warning'),
  '.cm-lintRange-info': squiggle('accent'),
  '.cm-problemLine': { backgroundColor: 'var(--mg-danger-bg)', boxShadow: 'inset 2px 0 0 var(--mg-danger)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--mg-raised)',
    border: '1px solid var(--mg-line-2)',
    borderRadius: 'var(--mg-r-md)',
    boxShadow: 'var(--mg-shadow-2)',
    color: 'var(--mg-text)',
    fontSize: 'var(--mg-fs-xs)',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mg-accent-bg)',
    color: 'var(--mg-text-strong)',
  },
  '.cm-diagnostic': { borderLeft: 'none', padding: '6px 10px' },
  '.cm-panels': { backgroundColor: 'var(--mg-surface)', color: 'var(--mg-text)' },
});

const token = (name: string) => `var(--mg-syn-${name})`;

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.bool, tags.null, tags.atom], color: token('keyword') },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.content], color: token('string') },
  { tag: [tags.number], color: token('number') },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: token('function') },
  { tag: [tags.typeName, tags.className, tags.namespace], color: token('type') },
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName), tags.attributeName],
    color: token('property'),
  },
  { tag: [tags.comment, tags.meta], color: token('comment') },
  { tag: [tags.operator, tags.punctuation, tags.separator, tags.bracket], color: token('operator') },
  { tag: tags.invalid, color: token('invalid') },
]);

export const codeTheme = [look, syntaxHighlighting(highlight)];
