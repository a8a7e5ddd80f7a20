import type { WireOutcome, WorkerMessage } from './messages.ts';

/** The answer is one JSON text and one frame; escaped, this much fits into both. */
const longestBatchResult = 64 * 1024 * 1024;

interface Heard {
  sequence: number;
  outcome: WireOutcome;
  characters: number;
  isCut: boolean;
}

/** What interpreters tell of a batch, kept back until it is sure that none of it will be told again. */
export class Telling {
  private readonly outcomes: WireOutcome[];
  private readonly limit: number;
  private heard: Heard[] = [];
  /** Characters of what is kept, and of what was heard since. */
  private kept = 0;
  private open = 0;
  private readonly cutRules = new Set<number>();

  constructor(outcomes: WireOutcome[], limit = longestBatchResult) {
    this.outcomes = outcomes;
    this.limit = limit;
  }

  /** Another interpreter begins; what was heard and not kept is forgotten. */
  begin(): void {
    this.heard = [];
    this.open = 0;
  }

  hear(message: Extract<WorkerMessage, { type: 'outcome' }>): void {
    const { sequence, outcome } = message;
    const isCut = this.kept + this.open + message.characters > this.limit;
    const characters = isCut ? 0 : message.characters;
    this.open += characters;
    this.heard.push({
      sequence,
      outcome: isCut ? emptied(outcome, this.limit) : outcome,
      characters,
      isCut,
    });
  }

  /** Time-outs of a rule that were heard of calls before this one. */
  timeoutsOf(rule: number, beforeSequence: number): number {
    return this.heard
      .filter(({ sequence, outcome }) => outcome.rule === rule && sequence < beforeSequence)
      .reduce((sum, { outcome }) => sum + outcome.timeouts, 0);
  }

  /** Keeps what came from calls before this one, then `last`. */
  commit(beforeSequence: number, last?: WireOutcome): void {
    for (const heard of this.heard) if (heard.sequence < beforeSequence) this.keep(heard);
    if (last) this.outcomes.push(last);
    this.begin();
  }

  /** A rule that gives too much is named once. */
  private keep({ outcome, characters, isCut }: Heard): void {
    this.kept += characters;
    const isNamed = isCut && this.cutRules.has(outcome.rule);
    if (isCut) this.cutRules.add(outcome.rule);
    if (!isNamed) this.outcomes.push(outcome);
    else if (outcome.timeouts > 0) this.outcomes.push({ ...outcome, errors: [] });
  }
}

function emptied({ rule, matches, errors, timeouts, notEvaluated }: WireOutcome, limit: number): WireOutcome {
  const error = `ResultTooLong: the results of the batch are longer than ${limit} characters; what the rule gave beyond that is lost`;
  return {
    rule,
    matches: [],
    errors: [{ eventIndex: -1, error }],
    timeouts,
    notEvaluated: notEvaluated + matches.length + errors.length,
  };
}
