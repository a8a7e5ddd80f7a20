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
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--mg-hover)',
    color: 'var(--mg-accent)',
    borderRadius: 'var(--mg-r-sm)',
    padding: '2px 8px',
    marginLeft: '0',
    marginRight: '8px',
    marginTop: '4px',
    display: 'inline-block',
  },
  '.cm-diagnosticAction:hover': { color: 'var(--mg-accent-strong)', backgroundColor: 'var(--mg-active)' },
  '.cm-notice': { padding: '6px 10px', maxWidth: '520px', whiteSpace: 'pre-wrap' },
  '.cm-notice code': {
    fontFamily: 'var(--mg-mono)',
    color: 'var(--mg-text-strong)',
    overflowWrap: 'anywhere',
  },
  '.cm-notice code b': { color: 'var(--mg-accent-strong)', fontWeight: '600' },
  '.cm-notice p': { margin: '4px 0 0', color: 'var(--mg-text-2)' },
  '.cm-noteGutter': { minWidth: '16px' },
  '.cm-noteMark': { display: 'block', textAlign: 'center', cursor: 'default' },
  '.cm-noteText': {
    display: 'inline-block',
    maxWidth: '320px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    verticalAlign: 'bottom',
    marginLeft: '24px',
    paddingRight: '12px',
    fontSize: 'var(--mg-fs-xs)',
    fontStyle: 'italic',
    userSelect: 'none',
  },
  '.cm-note-good': { color: 'var(--mg-text-3)' },
  '.cm-noteMark.cm-note-good': { color: 'var(--mg-success)' },
  '.cm-note-bad': { color: 'var(--mg-danger)' },
  '.cm-note-ran': { color: 'var(--mg-text-3)' },
  '.cm-noteMark.cm-note-ran': { color: 'var(--mg-success)' },
  '.cm-note-partly': { color: 'var(--mg-warning)' },
  '.cm-note-missed': { color: 'var(--mg-text-3)' },
  '.cm-dimLine': { opacity: '0.55' },
  // Four signs of the editor's own are in few fonts, and none of ours.
  '.cm-completionIcon-keyword': { '&:after': { content: "'›'" } },
  '.cm-completionIcon-variable': { '&:after': { content: "'x'" } },
  '.cm-completionIcon-constant': { '&:after': { content: "'c'" } },
  '.cm-completionIcon-type': { '&:after': { content: "'t'" } },
  '.cm-completionDetail': { color: 'var(--mg-text-3)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionInfo': { padding: '6px 10px', whiteSpace: 'pre-wrap', maxWidth: '360px' },
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
