import type { NotRepresentable } from '@margay/detect/simple';
import { useMemo, useState } from 'react';

export type TextView<Model> =
  | { model: Model; reason?: undefined }
  | { model?: undefined; reason: NotRepresentable };

/** One kind of text that a builder can show. Must be the same object on every draw. */
export interface BuilderLanguage<Model> {
  viewOf: (text: string) => TextView<Model>;
  textOf: (model: Model) => string;
  /** Unfinished models by the text they were written as: that text alone may say nothing yet. */
  written: Map<string, Model>;
}

const mostWritten = 50;

/**
 * A text and the builder's view of it. The text is the truth: it changes only by what is typed or built, so that
 * comments live until the builder writes the text anew.
 */
export function useBuilderText<Model>(
  text: string,
  onText: (text: string) => void,
  language: BuilderLanguage<Model>,
) {
  const [own, setOwn] = useState<{ text: string; model: Model }>();
  const view = useMemo<TextView<Model>>(() => {
    if (own?.text === text) return { model: own.model };
    const seen = language.viewOf(text);
    const written = language.written.get(text);
    return seen.model === undefined && written !== undefined ? { model: written } : seen;
  }, [own, text, language]);
  function onModel(model: Model) {
    const next = language.textOf(model);
    if (language.written.size >= mostWritten) language.written.clear();
    language.written.set(next, model);
    setOwn({ text: next, model });
    if (next !== text) onText(next);
  }
  return { view, onModel };
}
