import type { DetectEngine, Evaluation } from '@margay/detect';

/** What the loaded rule says about events, given as JSON text. */
export type EvaluateTexts = (logType: string, texts: readonly string[]) => Promise<Evaluation>;

export const createEvaluator =
  (engine: DetectEngine): EvaluateTexts =>
  (logType, texts) =>
    engine.evaluate({
      logType,
      json: new TextEncoder().encode(`[${texts.join(',')}]`),
      count: texts.length,
    });

type Said = Pick<Evaluation, 'matches' | 'errors'>;

/** Of texts and of what was said of them; beyond it everything is forgotten. */
const mostCharacters = 16_000_000;

/** For a rule whose answer depends on nothing but the text: each text is evaluated once, and what was said kept. */
export function createDistinctEvaluator(engine: DetectEngine): EvaluateTexts {
  const evaluate = createEvaluator(engine);
  const known = new Map<string, Said>();
  let characters = 0;

  function keep(texts: readonly string[], { matches, errors }: Said): void {
    const said = texts.map((): Said => ({ matches: [], errors: [] }));
    for (const match of matches) said[match.eventIndex]?.matches.push(match);
    for (const error of errors) said[error.eventIndex]?.errors.push(error);
    for (const [index, one] of said.entries()) {
      known.set(texts[index] ?? '', one);
      characters += (texts[index] ?? '').length + sizeOf(one);
    }
  }

  return async (logType, texts) => {
    if (characters > mostCharacters) {
      known.clear();
      characters = 0;
    }
    const unknown = [...new Set(texts)].filter((text) => !known.has(text));
    const evaluation = await evaluate(logType, unknown);
    keep(unknown, evaluation);
    const matches: Evaluation['matches'] = [];
    // Those without an event are about the batch as a whole.
    const errors = evaluation.errors.filter(({ eventIndex }) => eventIndex < 0);
    for (const [eventIndex, text] of texts.entries()) {
      const said = known.get(text);
      for (const match of said?.matches ?? []) matches.push({ ...match, eventIndex });
      for (const error of said?.errors ?? []) errors.push({ ...error, eventIndex });
    }
    return { ...evaluation, matches, errors };
  };
}

/** Characters, about. */
function sizeOf({ matches, errors }: Said): number {
  let size = 100;
  for (const entry of [...matches, ...errors])
    for (const value of Object.values(entry)) if (typeof value === 'string') size += value.length;
  return size;
}
