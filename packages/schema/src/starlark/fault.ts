/** A place in a script: line and column in one number, both counted from 1. Sources are shorter than 65,536 characters. */
export type At = number;

export const atOf = (line: number, column: number): At => line * 65_536 + column;
export const lineOf = (at: At): number => Math.floor(at / 65_536);
export const columnOf = (at: At): number => at % 65_536;

/** Something wrong in the text of a script, found without running it. */
export interface SourceFault {
  line: number;
  column: number;
  message: string;
}

/** Why a script stopped while it ran: the only thing the interpreter throws. */
export class ScriptFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ScriptFault';
  }
}

/** A script asked for more than one entry may have. */
export class LimitFault extends ScriptFault {
  readonly isTime: boolean;
  constructor(message: string, isTime = false) {
    super(message);
    this.name = 'LimitFault';
    this.isTime = isTime;
  }
}

/** Ends the work on the text of a statement; the parser goes on at the next. */
export class SyntaxFault extends Error {
  readonly at: At;
  constructor(at: At, message: string) {
    super(message);
    this.at = at;
  }
}

/** Gathers faults of a text, so that a person sees them together. */
export class FaultList {
  readonly faults: SourceFault[] = [];
  add(at: At, message: string): void {
    const [line, column] = [lineOf(at), columnOf(at)];
    // What follows from a fault at the same place says nothing more.
    if (this.faults.length >= 50 || this.faults.some((one) => one.line === line && one.column === column))
      return;
    this.faults.push({ line, column, message });
  }
}
