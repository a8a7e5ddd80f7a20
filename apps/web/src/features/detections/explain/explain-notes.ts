import type { EditorNote } from '../../../editor/code-editor-props.ts';
import type { Coverage, ExplainedLanguage, Explanation, MutationScore } from './queries.ts';

const longest = 72;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** Of one of its texts: what each line read, the line that decided, and the lines that did not run. */
export function explainNotes(explanation: Explanation, language: ExplainedLanguage = 'python'): EditorNote[] {
  const { decisive, result, error, errorLine } = explanation;
  const steps = explanation.steps.filter((step) => step.language === language);
  const lines = explanation.lines.filter((line) => line.language === language);
  const decided = steps.find(({ step }) => step === decisive);
  return lines.map(({ line, ran }): EditorNote => {
    if (!ran) return { line, tone: 'missed', label: 'Did not run', text: '', isDim: true };
    if (error !== null && language === 'python' && line === errorLine)
      return { line, tone: 'bad', label: `Raised ${error}`, text: shortened(error) };
    const here = steps.filter((step) => step.line === line);
    // The condition of the whole statement says more than its parts.
    const main =
      decided?.line === line ? decided : (here.findLast(({ role }) => role !== null) ?? here.at(-1));
    if (!main) return { line, tone: 'ran', label: 'Ran', text: '' };
    const values = main.reads.map(({ value }) => value).join(', ');
    const text = shortened(values === '' || values === main.value ? main.value : `${values} → ${main.value}`);
    if (main !== decided) return { line, tone: 'ran', label: `${main.text} is ${main.value}`, text };
    const label = `Decided: ${main.text} is ${main.value}`;
    // A condition that holds and ends the rule without a match is no failure.
    const tone = result === true ? 'good' : decided?.truth === true ? 'ran' : 'bad';
    return { line, tone, label, text };
  });
}

/** Lines the tests reach, outcomes of conditions they never saw, and changes they did not notice: one note a line. */
export function coverageNotes(
  coverage: Coverage | undefined,
  mutation: MutationScore | undefined,
): EditorNote[] {
  const survived = (mutation?.mutants ?? []).filter(({ isKilled }) => !isKilled);
  const lines =
    coverage?.lines ?? [...new Set(survived.map(({ line }) => line))].map((line) => ({ line, ran: true }));
  return lines.map(({ line, ran }): EditorNote => {
    const changes = survived.filter((mutant) => mutant.line === line);
    const unseen = (coverage?.branches ?? []).filter(
      (branch) => branch.line === line && !(branch.sawTrue && branch.sawFalse),
    );
    const words = [
      ...(ran ? unseen.map(unseenText) : ['not reached']),
      ...changes.map(({ before, after }) => `${before} → ${after} survived`),
    ];
    if (words.length === 0) return { line, tone: 'ran', label: 'Tests reach this line', text: '' };
    const tone = !ran ? 'missed' : changes.length > 0 ? 'bad' : 'partly';
    return { line, tone, label: words.join('\n'), text: shortened(words.join('; ')) };
  });
}

export function unseenText({ text, sawTrue, sawFalse }: Coverage['branches'][number]): string {
  const outcome = !sawTrue && !sawFalse ? 'neither true nor false' : sawTrue ? 'never false' : 'never true';
  return `${outcome}: ${text}`;
}
