import { EditorView } from '@codemirror/view';
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CodeMirrorView } from './code-mirror.tsx';

const language = () => Promise.resolve([]);

/** An editor whose value comes when the test says so, as it does where drawing takes longer than a key. */
function renderEditor(first: string) {
  const onChange = vi.fn<(value: string) => void>();
  const shown = (value: string) => (
    <CodeMirrorView label="Text" value={value} onChange={onChange} language={language} />
  );
  const { rerender } = render(shown(first));
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Text' }));
  if (!view) throw new Error('There is no editor.');
  return {
    onChange,
    text: () => view.state.doc.toString(),
    type: (text: string) => view.dispatch({ changes: { from: view.state.doc.length, insert: text } }),
    arrives: (value: string) => rerender(shown(value)),
  };
}

describe('the value of an editor', () => {
  it('does not take away what was typed after it', () => {
    const editor = renderEditor('a');
    editor.type('b');
    editor.type('c');
    editor.arrives('ab');
    expect(editor.text()).toBe('abc');
    editor.arrives('abc');
    expect(editor.text()).toBe('abc');
    expect(editor.onChange.mock.calls).toEqual([['ab'], ['abc']]);
  });

  it('is put in when it comes from elsewhere, also a text that was typed before', () => {
    const editor = renderEditor('a');
    editor.type('b');
    editor.arrives('ab');
    editor.arrives('other');
    expect(editor.text()).toBe('other');
    editor.arrives('ab');
    expect(editor.text()).toBe('ab');
  });
});
