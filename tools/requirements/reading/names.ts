import type { Node } from './syntax.ts';

/** Something of a name, or the body of a test: what it makes use of, itself or through what it calls. */
export interface Thing {
  uses: Set<Thing>;
  imports: Map<string, Import>;
  /** Names that the file does not define, like `fetch`. */
  globals: Set<string>;
  texts: Set<string>;
  /** Whether it looks at something and may fail by it. */
  asserts: boolean;
  /** What a variable begins as. */
  written?: Node;
  /** It, or something in it, is given another value. */
  isReassigned: boolean;
  /** Something else than an assertion gets it. */
  isHandedOn: boolean;
  calls: Call[];
  /** Of the body of a test: each of its statements. */
  statements: Statement[];
}

/** A call with what it calls and what it gives along. */
export interface Call {
  callee: Thing;
  args: Thing;
}

/** One statement of a test's body, with all that stands in it. */
export interface Statement {
  all: Thing;
  /** What its assertions look at, one for each of them. */
  looks: Thing[];
}

export interface Import {
  /** As it is written: `./testing.ts`, `@margay/store/testing`. */
  from: string;
  /** `*` for the whole of the module. */
  name: string;
}

export const newThing = (): Thing => ({
  uses: new Set(),
  imports: new Map(),
  globals: new Set(),
  texts: new Set(),
  asserts: false,
  isReassigned: false,
  isHandedOn: false,
  calls: [],
  statements: [],
});

/** Names as they are seen from a place in a file. */
export class Scope {
  readonly #names = new Map<string, Thing>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  declare(name: string): Thing {
    const there = this.#names.get(name);
    if (there !== undefined) return there;
    const thing = newThing();
    this.#names.set(name, thing);
    return thing;
  }

  /** The ones declared here. */
  names(): string[] {
    return [...this.#names.keys()];
  }

  find(name: string): Thing | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }
}
